/** Share of the cap that the beginning gets. The end gets more: that is where errors are. */
const HEAD_SHARE = 0.4;
/** A cut is moved to a line's end if one is this near, in characters. */
const LINE_SEARCH = 200;

/** A text that was cut to a cap, and what was left out. */
export interface Capped {
  readonly text: string;
  /** UTF-16 units. */
  readonly omittedCharacters: number;
  /** The same in UTF-8 bytes. */
  readonly omittedBytes: number;
}

/** Collects any amount of text in bounded memory: the beginning and the end are kept, the middle is counted. */
export class CappedText {
  readonly #headCap: number;
  readonly #tailCap: number;
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #characters = 0;
  #bytes = 0;

  /** @param cap most characters to keep; the notice in the middle comes on top. */
  constructor(cap: number) {
    this.#headCap = Math.floor(cap * HEAD_SHARE);
    this.#tailCap = cap - this.#headCap;
  }

  add(text: string): void {
    this.#characters += text.length;
    this.#bytes += Buffer.byteLength(text);
    const room = this.#headCap - this.#head.length;
    this.#head += text.slice(0, room);
    if (text.length <= room) return;
    this.#tail.push(text.slice(room));
    this.#tailLength += text.length - room;
    // Trimmed at twice the size, so that each character is copied at most twice.
    if (this.#tailLength > 2 * this.#tailCap) {
      this.#tail = [this.#tail.join('').slice(-this.#tailCap)];
      this.#tailLength = this.#tailCap;
    }
  }

  finish(): Capped {
    const whole = this.#tail.join('');
    if (this.#characters <= this.#headCap + this.#tailCap) {
      return { text: this.#head + whole, omittedCharacters: 0, omittedBytes: 0 };
    }
    const head = cutEnd(this.#head);
    const tail = cutStart(whole.slice(-this.#tailCap));
    const omittedCharacters = this.#characters - head.length - tail.length;
    const omittedBytes = this.#bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    const notice = `[… ${omittedCharacters.toLocaleString('en-US')} characters omitted here …]`;
    const before = head === '' || head.endsWith('\n') ? head : `${head}\n`;
    return { text: `${before}${notice}\n${tail}`, omittedCharacters, omittedBytes };
  }
}

function cutEnd(text: string): string {
  const line = text.lastIndexOf('\n') + 1;
  if (line > 0 && text.length - line <= LINE_SEARCH) return text.slice(0, line);
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function cutStart(text: string): string {
  const line = text.indexOf('\n') + 1;
  if (line > 0 && line < text.length && line <= LINE_SEARCH) return text.slice(line);
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
