/**
 * Markdown of a message in which nothing is live: no HTML, no pictures from elsewhere, no links but to the web and to
 * mail. What is surely code stays as it is; where that is in doubt, it is treated as text.
 */
export function inertMarkdown(text: string): string {
  const done: string[] = [];
  let paragraph: string[] = [];
  let fence = '';
  const endParagraph = (): void => {
    if (paragraph.length > 0) done.push(inertParagraph(paragraph.join('\n')));
    paragraph = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (fence !== '') {
      done.push(line);
      if (isEndOf(fence, line)) fence = '';
      continue;
    }
    // Only at the very start of a line: one that stands in a list ends with the list, wherever its own end is.
    fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/.exec(line)?.slice(1).find(Boolean) ?? '';
    if (fence === '' && line.trim() !== '') {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    done.push(line);
  }
  endParagraph();
  // One that is left open would take in what follows the message, and turn its code into text.
  if (fence !== '') done.push(fence);
  return done.join('\n');
}

/** A text of one line, such as a title, as it is: nothing in it is code either. */
export function inertLine(text: string): string {
  return inert(text).replace(/`/g, '&#96;');
}

function isEndOf(fence: string, line: string): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? '';
  return run.length >= fence.length && run[0] === fence[0];
}

/** Code between backticks stays when no line has one without its pair, and nothing else could lay claim to one. */
function inertParagraph(text: string): string {
  const lines = text.split('\n').map(splitCode);
  const isSure = !/\\`|\][(:]/.test(text) && lines.every((line) => line !== null);
  if (!isSure) return inert(text);
  return lines.map((line) => (line ?? []).map((bit, at) => (at % 2 === 0 ? inert(bit) : bit)).join('')).join('\n');
}

/** Text and code by turns; null when a line has a run of backticks without its pair, or code that a table would cut. */
function splitCode(line: string): string[] | null {
  const bits: string[] = [];
  let from = 0;
  let open: { readonly run: string; readonly at: number } | null = null;
  for (const { index, 0: run } of line.matchAll(/`+/g)) {
    if (!open) open = { run, at: index };
    else if (open.run === run) {
      const code = line.slice(open.at, index + run.length);
      if (code.includes('|')) return null;
      bits.push(line.slice(from, open.at), code);
      from = index + run.length;
      open = null;
    }
  }
  return open ? null : [...bits, line.slice(from)];
}

function inert(text: string): string {
  return text
    .replace(/</g, '&lt;')
    .replace(/(?<!!)!+\[/g, '[')
    .replace(/\]([(:])(?!\s*(?:https?:\/\/|mailto:))/gi, ']\\$1');
}
