/** Terminal output, told apart: what the command printed, and what the keeper said between. */
export type OutputPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mark'; readonly mark: string };

const MARK_END = '\u001b\\';
/** The longest mark has 12 characters (`status:65535`); what is longer is the command's own text. */
const LONGEST_MARK = 32;

/**
 * Takes the keeper's marks (`ESC _ token:… ESC \`) out of the stream. A mark may be split over any number of chunks;
 * what could be the beginning of one is held back until the next chunk, and nothing else is.
 */
export class MarkSplitter {
  readonly #start: string;
  #held = '';

  constructor(token: string) {
    this.#start = `\u001b_${token}:`;
  }

  push(chunk: string): OutputPiece[] {
    const pieces: OutputPiece[] = [];
    let rest = this.#held + chunk;
    this.#held = '';
    while (rest !== '') {
      const start = rest.indexOf(this.#start);
      const end = start < 0 ? -1 : rest.indexOf(MARK_END, start + this.#start.length);
      const textEnd = start < 0 ? rest.length - this.#possibleStart(rest) : start;
      if (textEnd > 0) pieces.push({ kind: 'text', text: rest.slice(0, textEnd) });
      if (end < 0) {
        this.#held = rest.slice(textEnd);
        if (this.#held.length > this.#start.length + LONGEST_MARK) pieces.push({ kind: 'text', text: this.flush() });
        break;
      }
      pieces.push({ kind: 'mark', mark: rest.slice(start + this.#start.length, end) });
      rest = rest.slice(end + MARK_END.length);
    }
    return pieces;
  }

  /** What was held back and turned out to be no mark. */
  flush(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  /** How many characters at the end of a text could be the beginning of a mark. */
  #possibleStart(text: string): number {
    const from = text.lastIndexOf('\u001b');
    if (from < 0) return 0;
    const tail = text.slice(from);
    return tail.length < this.#start.length && this.#start.startsWith(tail) ? tail.length : 0;
  }
}
