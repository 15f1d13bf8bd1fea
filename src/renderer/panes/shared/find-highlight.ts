/** Marks text on the page without touching the DOM that React owns (CSS Custom Highlight API). */
const NAME = 'pane-find';

/** All panes share one highlight by its name; each takes back only its own ranges. */
function sharedHighlight(): Highlight | null {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return null;
  let highlight = CSS.highlights.get(NAME);
  if (!highlight) {
    highlight = new Highlight();
    CSS.highlights.set(NAME, highlight);
  }
  return highlight;
}

/** Marks every occurrence of the query below `root`; returns what takes the marks away again. */
export function markMatches(root: Node, query: string): () => void {
  const highlight = sharedHighlight();
  const wanted = query.toLowerCase();
  if (!highlight || wanted === '') return () => {};
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
      highlight.add(range);
    }
  }
  return () => {
    for (const range of ranges) highlight.delete(range);
  };
}
