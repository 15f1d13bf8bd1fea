import type { TranscriptRow } from './rows.ts';

/** Heights in CSS pixels before a row was measured, of those whose height does not hang on a text. */
const HEIGHTS: { readonly [K in TranscriptRow['kind']]: number } = {
  person: 34,
  note: 34,
  text: 16,
  thought: 30,
  'stand-in': 30,
  image: 240,
  call: 30,
  'fork-start': 110,
  notification: 200,
  failure: 50,
  shared: 40,
  'shared-end': 30,
  gap: 34,
  seam: 96,
  live: 40,
  end: 40,
};
const LINE = 20;
/** Letters of a line in a pane of half a window. */
const LETTERS = 80;

/**
 * Height in CSS pixels before a row was measured. The scrollbar depends on it, and how many rows are drawn at first: too
 * high, and more of them must be drawn and laid out again as soon as the first ones were measured.
 */
export function estimateOf(row: TranscriptRow | undefined): number {
  if (row === undefined) return LINE;
  const lines = row.kind === 'text' || row.kind === 'person' || row.kind === 'note' ? row.text.length / LETTERS : 0;
  return HEIGHTS[row.kind] + LINE * Math.ceil(lines);
}
