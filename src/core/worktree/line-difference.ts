/** A line cut into what it shares with another at its start, what differs, and what it shares at its end. */
export interface CutLine {
  readonly head: string;
  readonly middle: string;
  readonly tail: string;
}

const WORD = /[\p{L}\p{N}_]/u;

/** Where one line differs from another, in whole words. */
export function cutLine(line: string, other: string | undefined): CutLine {
  if (other === undefined || line === other) return { head: line, middle: '', tail: '' };
  const least = Math.min(line.length, other.length);
  let start = 0;
  while (start < least && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && line[line.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  // A word that differs in one letter is another word.
  while (start > 0 && isInWord(line, start)) start -= 1;
  while (end > 0 && isInWord(line, line.length - end)) end -= 1;
  const cut = line.length - end;
  return { head: line.slice(0, start), middle: line.slice(start, cut), tail: line.slice(cut) };
}

function isInWord(line: string, at: number): boolean {
  return WORD.test(line[at - 1] ?? '') && WORD.test(line[at] ?? '');
}
