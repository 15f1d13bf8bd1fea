import type { Row } from '../foreign-value.ts';
import type { CodexItem } from './codex-items.ts';

/** Knows the rows of one session, so that a row that was written again counts once. */
export class CodexRepeats {
  readonly #rows = new Set<string>();
  readonly #calls = new Set<string>();
  #last = '';
  #isCopy = false;

  /** What follows is another file of the session: up to its first new row, whatever is known is a repeat. */
  beginCopy(): void {
    this.#isCopy = true;
    this.#last = '';
  }

  /**
   * `print` tells payloads apart. A call is known by its id, other rows by their time and payload. Two people's words may be
   * the same where no time is stated, and the rows that a fork replays all have one time: there only a row right after its
   * twin is a repeat.
   */
  isRepeat(row: Row, item: CodexItem, print: string, isFork: boolean): boolean {
    const key = `${String(row.timestamp)} ${String(row.type)} ${print}`;
    const isTwin = key === this.#last;
    this.#last = key;
    if (isTwin) return true;
    const isKnownRow = isKnown(this.#rows, key);
    if (this.#isCopy && isKnownRow) return true;
    // The name card of the copy is the first row of it.
    if (item.kind !== 'meta') this.#isCopy = false;
    if (item.kind === 'call' && item.callId !== null) return isKnown(this.#calls, item.callId);
    if (item.kind === 'output' && item.callId !== '') return isKnown(this.#calls, `${item.callId} ${print}`);
    return isKnownRow && !isFork && typeof row.timestamp === 'string' && row.payload !== undefined;
  }
}

function isKnown(known: Set<string>, key: string): boolean {
  if (known.has(key)) return true;
  known.add(key);
  return false;
}
