const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const LOWER_U = 0x75;

/** Values of fewer bytes are read like everything else. */
const MIN_VALUE = 1_500;
/** A name of more bytes is no subagent's. */
const MAX_AGENT_ID = 200;

/** A value of a row that need not be read, by the bytes from `start` to before `end`. */
export interface RowSpan {
  readonly start: number;
  readonly end: number;
  /**
   * `repeated`: says again what stands elsewhere: a result once more for the window, and all earlier messages of a
   * subagent. `text`: the inside of a long string, without its quotes, written just as our own log writes it.
   */
  readonly kind: 'repeated' | 'text';
  /** Where the first subagent's name stands in a repeated value, its quotes included; null when none does. */
  readonly agentId: { readonly start: number; readonly end: number } | null;
}

/**
 * The large values of a row of Claude Code that need not be parsed, in order. Null when the row ends inside a value:
 * then it is damaged, and has to be read as it is. In strings, quotes have backslashes before them, so that only keys
 * are taken for keys.
 */
export function rowSpans(row: Uint8Array): RowSpan[] | null {
  const spans: RowSpan[] = [];
  let next = 0;
  for (let at = row.indexOf(QUOTE); at >= 0; at = row.indexOf(QUOTE, next)) {
    const end = stringEnd(row, at);
    if (end === 0) return null;
    const value = end + 1;
    next = end;
    if (row[end] !== COLON) continue;
    if (isKey(row, at, end, RESULT_KEY) || isKey(row, at, end, MESSAGES_KEY)) {
      const agentId = { start: 0, end: 0 };
      const isNested = row[value] === OPEN_BRACE || row[value] === OPEN_BRACKET;
      const valueEnd = isNested ? nestedEnd(row, value, agentId) : value;
      if (valueEnd === 0) return null;
      if (valueEnd - value >= MIN_VALUE)
        spans.push({ start: value, end: valueEnd, kind: 'repeated', agentId: agentId.end > 0 ? agentId : null });
      next = valueEnd;
    } else if (row[value] === QUOTE && isKey(row, at, end, CONTENT_KEY)) {
      const closed = stringEnd(row, value);
      if (closed === 0) return null;
      if (closed - value >= MIN_VALUE && isOurs(row, value + 1, closed - 1))
        spans.push({ start: value + 1, end: closed - 1, kind: 'text', agentId: null });
      next = closed;
    }
  }
  return spans;
}

const RESULT_KEY = bytesOf('toolUseResult');
const MESSAGES_KEY = bytesOf('normalizedMessages');
const CONTENT_KEY = bytesOf('content');
const AGENT_KEY = bytesOf('agentId');

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(key, (character) => character.charCodeAt(0));
}

/** Whether the string from `start` to before `end`, quotes included, is the key. */
function isKey(row: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (end - start - 2 !== key.length) return false;
  for (let index = 0; index < key.length; index++) if (row[start + 1 + index] !== key[index]) return false;
  return true;
}

/**
 * Index after the string that begins at `from` (a quote); 0 when it does not end. Leaps from quote to quote: of the ways
 * to find a string's end this takes a fifth of the time of looking at each byte.
 */
function stringEnd(row: Uint8Array, from: number): number {
  for (let quote = row.indexOf(QUOTE, from + 1); quote >= 0; quote = row.indexOf(QUOTE, quote + 1)) {
    let slashes = 0;
    while (row[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
  return 0;
}

/** 1 for the letters of escapes that JSON writers use; a slash needs none, so that ours writes it without. */
const SHORT_ESCAPES = new Uint8Array(256);
for (const letter of bytesOf('"\\bfnrt')) SHORT_ESCAPES[letter] = 1;

/** Whether the inside of a string, from `start` to before `end`, is what `JSON.stringify` would write. */
function isOurs(row: Uint8Array, start: number, end: number): boolean {
  for (let at = row.indexOf(BACKSLASH, start); at >= 0 && at < end; at = row.indexOf(BACKSLASH, at + 2))
    if (SHORT_ESCAPES[row[at + 1] ?? 0] === 0 && !isControlEscape(row, at + 1)) return false;
  return !hasControls(row, start, end);
}

/** Whether a byte below 0x20 stands there, four bytes at a time. */
function hasControls(row: Uint8Array, start: number, end: number): boolean {
  const offset = row.byteOffset + start;
  const skipped = Math.min(-offset & 3, end - start);
  const count = (end - start - skipped) >> 2;
  const words = new Int32Array(row.buffer, offset + skipped, count);
  for (let index = 0; index < count; index++) {
    const word = words[index] ?? 0;
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0) return true;
  }
  for (let at = start; at < start + skipped; at++) if ((row[at] ?? 0) < 0x20) return true;
  for (let at = start + skipped + count * 4; at < end; at++) if ((row[at] ?? 0) < 0x20) return true;
  return false;
}

/** `u0000` to `u001f`, without those that have a letter of their own: all that has to be written as a number. */
function isControlEscape(row: Uint8Array, at: number): boolean {
  if (row[at] !== LOWER_U || row[at + 1] !== 0x30 || row[at + 2] !== 0x30) return false;
  const [high = 0, low = 0] = [row[at + 3], row[at + 4]];
  const isLowDigit = (low >= 0x30 && low <= 0x39) || (low >= 0x61 && low <= 0x66);
  if (high === 0x31) return isLowDigit;
  const hasLetter = low === 0x38 || low === 0x39 || low === 0x61 || low === 0x63 || low === 0x64;
  return high === 0x30 && isLowDigit && !hasLetter;
}

/** Index after the object or list that begins at `from`, 0 when it does not end. Notes the first subagent named in it. */
function nestedEnd(row: Uint8Array, from: number, agentId: { start: number; end: number }): number {
  let depth = 0;
  for (let at = from; at < row.length; at++) {
    switch (row[at]) {
      case QUOTE: {
        const end = stringEnd(row, at);
        if (end === 0) return 0;
        const value = end + 1;
        const isAgent = agentId.end === 0 && row[end] === COLON && row[value] === QUOTE;
        if (isAgent && isKey(row, at, end, AGENT_KEY)) {
          const closed = stringEnd(row, value);
          if (
            closed - value > 2 &&
            closed - value - 2 <= MAX_AGENT_ID &&
            !row.subarray(value, closed).includes(BACKSLASH)
          )
            Object.assign(agentId, { start: value, end: closed });
        }
        at = end - 1;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        if (depth === 0) return at + 1;
        break;
    }
  }
  return 0;
}
