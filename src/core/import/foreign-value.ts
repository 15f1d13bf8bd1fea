/** A JSON object from a foreign file. Nothing about it is known until it was looked at. */
export interface Row {
  readonly [key: string]: unknown;
}

const NO_ROW: Row = {};

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object under a key; an empty one when something else stands there. */
export function rowAt(row: Row, key: string): Row {
  const value = row[key];
  return isRow(value) ? value : NO_ROW;
}

export function rowsAt(row: Row, key: string): Row[] {
  return rowsOf(row[key]);
}

export function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** A string that is not empty, or null. */
export function textAt(row: Row, key: string): string | null {
  const value = row[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** More tokens than any session can have used (a million a second for eleven days): beyond it stands no count. */
const MOST_TOKENS = 1e12;
/** USD; beyond it stands no price of a request. */
const MOST_USD = 1e9;

/** Counts of tokens by key, 0 where none is stated; null when one of them can be no count: then nothing is known. */
export function countsAt<const K extends string>(row: Row, keys: readonly K[]): { readonly [P in K]: number } | null {
  const counts: { [key: string]: number } = {};
  for (const key of keys) {
    const value = row[key] ?? 0;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MOST_TOKENS) return null;
    counts[key] = value;
  }
  return counts as { [P in K]: number };
}

/** USD as a source states them; undefined when it states none, or no amount. */
export function dollarsAt(row: Row, key: string): number | undefined {
  const value = row[key];
  return typeof value === 'number' && value >= 0 && value <= MOST_USD ? value : undefined;
}

/** Outside of these, a number is no time of a transcript: 2000-01-01 and 2100-01-01, in milliseconds. */
const EARLIEST = 946_684_800_000;
const LATEST = 4_102_444_800_000;

/** Milliseconds since 1970, from an ISO text or a number of milliseconds; null when it is neither, or cannot be true. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return time >= EARLIEST && time <= LATEST ? time : null;
}

/** A copy of at most `length` characters, which does not keep the long text alive in memory. */
export function shortCopy(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${JSON.parse(JSON.stringify(text.slice(0, length - 1)))}…`;
}

/** The first line that says something, cut for a title. */
export function titleLine(text: string): string {
  const line = text
    .slice(0, 2_000)
    .split('\n')
    .find((each) => each.trim() !== '');
  return shortCopy((line ?? '').trim(), 80);
}
