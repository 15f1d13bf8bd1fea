import { isRow, type Row } from './foreign-value.ts';
import { valueEnd } from './value-end.ts';

/** What could be read of one line. */
export interface SalvagedLine {
  readonly rows: readonly Row[];
  /** What is wrong with the line, in plain words; null when nothing is. */
  readonly problem: string | null;
  /** The text that could not be read; it may go on in the next line, where a line break stood inside a string. */
  readonly rest: string;
}

/** More tries than this for the start of a whole row inside a damaged line are not worth their time. */
const MAX_TRIES = 400;
/** All tries together may read this many times the line's length, so that a damaged line of 50 MB ends soon. */
const MAX_READ = 6;

/** Keys that only whole rows have, in any of the formats; parts of rows do not. */
const ROW_KEYS = ['parentUuid', 'sessionId', 'payload', 'record_type', 'projectHash', '$set', '$rewindTo', 'seq'];

export function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The rows of one line, however damaged: several objects glued together, a torn row before a whole one, NUL bytes of a
 * power loss. What is whole is always returned. `isKnownDamaged` spares a second try at parsing the line as it is.
 */
export function salvageLine(line: string, isKnownDamaged = false): SalvagedLine {
  const text = trimmed(line);
  if (text === '') {
    return { rows: [], problem: line.includes('\0') ? 'the line holds only NUL bytes' : null, rest: '' };
  }
  const whole = isKnownDamaged && text === line ? undefined : tryParse(text);
  if (isRow(whole)) return { rows: [whole], problem: null, rest: '' };
  if (whole !== undefined) return { rows: [], problem: 'the line is not a JSON object', rest: '' };
  const rows: Row[] = [];
  const end = takeRows(text, 0, rows);
  if (end === text.length) return { rows, problem: `${rows.length} rows stood on one line; all were read`, rest: '' };
  const rest = text.slice(end);
  const later = rowsInside(rest);
  if (later.length === 0) {
    const problem =
      rows.length === 0 ? 'the row is damaged and was left out' : 'a part of the line is damaged and was left out';
    return { rows, problem, rest };
  }
  return { rows: [...rows, ...later], problem: 'a damaged row before a whole one was left out', rest: '' };
}

/** NUL bytes, blanks, carriage returns and a byte order mark around a row are no part of it. */
function trimmed(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && isPadding(line.charCodeAt(start))) start++;
  while (end > start && isPadding(line.charCodeAt(end - 1))) end--;
  return line.slice(start, end);
}

function isPadding(code: number): boolean {
  return code === 0 || code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a || code === 0xfeff;
}

/** Takes whole objects one after the other. Returns where the first text stands that is none. */
function takeRows(text: string, from: number, rows: Row[]): number {
  let at = from;
  while (at < text.length) {
    if (text.charCodeAt(at) !== 0x7b) return at;
    const end = valueEnd(text, at);
    const value = end < 0 ? undefined : tryParse(text.slice(at, end));
    if (!isRow(value)) return at;
    rows.push(value);
    at = end;
    while (at < text.length && isPadding(text.charCodeAt(at))) at++;
  }
  return at;
}

/** Whole rows inside a damaged text: those that reach the line's end, and those that only a row's keys can tell. */
function rowsInside(text: string): Row[] {
  const budget = { reads: text.length * MAX_READ + 100_000, tries: MAX_TRIES };
  const found: Row[] = [];
  let start = text.indexOf('{"', 1);
  while (start >= 0 && budget.tries-- > 0 && budget.reads > 0) {
    const end = valueEnd(text, start);
    budget.reads -= (end < 0 ? text.length : end) - start;
    const value = end < 0 ? undefined : tryParse(text.slice(start, end));
    const closes = end >= 0 && trimmed(text.slice(end)) === '';
    const isWhole =
      isRow(value) && (ROW_KEYS.some((key) => key in value) || (closes && ('type' in value || 'id' in value)));
    if (isWhole) found.push(value);
    start = text.indexOf('{"', isWhole ? end : start + 1);
  }
  return found;
}
