/** Marks text on the page without touching the DOM that React owns (CSS Custom Highlight API). */
const NAME = 'pane-find';
/** The match that find stands on has a colour of its own. */
const ACTIVE = 'pane-find-active';

/** All panes share one highlight by its name; each takes back only its own ranges. */
function sharedHighlight(name: string, priority: number): Highlight | null {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return null;
  let highlight = CSS.highlights.get(name);
  if (!highlight) {
    highlight = new Highlight();
    highlight.priority = priority;
    CSS.highlights.set(name, highlight);
  }
  return highlight;
}

/**
 * Marks every occurrence of the query below `root`, and those inside `active` (a selector) more strongly. Returns what
 * takes the marks away again.
 */
export function markMatches(root: HTMLElement, query: string, active: string): () => void {
  const plain = sharedHighlight(NAME, 0);
  const strong = sharedHighlight(ACTIVE, 1);
  if (!plain || !strong) return () => {};
  const ranges = matchesIn(root, query);
  for (const range of ranges) {
    const isActive = range.startContainer.parentElement?.closest(active) != null;
    (isActive ? strong : plain).add(range);
  }
  return () => {
    for (const range of ranges) {
      plain.delete(range);
      strong.delete(range);
    }
  };
}

/** Scrolls the first match inside `active` into every box around it: a long output scrolls on its own. */
export function showFirstMatch(root: HTMLElement, query: string, active: string): void {
  const row = root.querySelector<HTMLElement>(active);
  const [match] = row ? matchesIn(row, query) : [];
  const box = match?.startContainer.parentElement;
  if (!match || !box) return;
  for (let outer: HTMLElement | null = box; outer && outer !== root.parentElement; outer = outer.parentElement) {
    const { top, bottom } = match.getBoundingClientRect();
    const frame = outer.getBoundingClientRect();
    if (outer.scrollHeight > outer.clientHeight && (top < frame.top || bottom > frame.bottom)) {
      outer.scrollTop += top - frame.top - outer.clientHeight / 2;
    }
  }
}

function matchesIn(root: Node, query: string): Range[] {
  const wanted = query.toLowerCase();
  if (wanted === '') return [];
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? '';
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
