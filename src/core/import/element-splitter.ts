import type { Problem } from '../session/state.ts';
import { isRow, type Row } from './foreign-value.ts';
import { salvageLine, tryParse } from './salvage-line.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Takes a JSON document apart that holds its rows in one list: a list of objects, or an object with such a list in it.
 * Each object of the list is handed out when its last brace was read, so that a document may be larger than memory, and
 * one that was cut off still gives all whole objects. What stands around them is handed out last, with `null` in
 * their places.
 */
export class ElementSplitter {
  readonly #take: (row: Row, line: number) => void;
  readonly #report: (problem: Problem) => void;
  #stack = '';
  #inString = false;
  #escaped = false;
  #element: string[] | null = null;
  #elementDepth = 0;
  #elementLine = 0;
  #outer = '';
  #line = 1;
  #isDamaged = false;

  constructor(take: (row: Row, line: number) => void, report: (problem: Problem) => void) {
    this.#take = take;
    this.#report = report;
  }

  push(chunk: string): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === 0x0a) this.#line++;
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) this.#inString = false;
      } else if (code === QUOTE) {
        this.#inString = true;
      } else if (code === 0x7b || code === 0x5b) {
        if (this.#element === null && code === 0x7b && this.#isListOfRows()) {
          this.#outer += chunk.slice(from, at);
          from = at;
          this.#element = [];
          this.#elementDepth = this.#stack.length;
          this.#elementLine = this.#line;
        }
        this.#stack += code === 0x7b ? '{' : '[';
      } else if (code === 0x7d || code === 0x5d) {
        this.#stack = this.#stack.slice(0, -1);
        if (this.#element !== null && this.#stack.length <= this.#elementDepth) {
          this.#element.push(chunk.slice(from, at + 1));
          from = at + 1;
          this.#close();
        }
      }
    }
    if (this.#element !== null) this.#element.push(chunk.slice(from));
    else this.#outer += chunk.slice(from);
  }

  end(): void {
    const rest = this.#element?.join('') ?? null;
    if (rest !== null) {
      const { rows } = salvageLine(rest);
      for (const row of rows) this.#take(row, this.#elementLine);
      this.#report({ line: this.#elementLine, reason: 'the file ends inside a row, which was left out' });
      this.#isDamaged = true;
    }
    const text = this.#outer.replace(/^[\uFEFF\0\s]+|[\0\s]+$/g, '');
    const outer = tryParse(text);
    if (isRow(outer)) this.#take(outer, 1);
    else if (outer === undefined && text !== '' && !this.#isDamaged) {
      this.#report({ line: this.#line, reason: 'the list of rows is damaged around its rows, or has no end' });
    }
  }

  /** True inside the outermost list: `[` or `{ … [`. */
  #isListOfRows(): boolean {
    return this.#stack === '[' || this.#stack === '{[';
  }

  #close(): void {
    const text = this.#element?.join('') ?? '';
    this.#element = null;
    this.#outer += 'null';
    const row = tryParse(text);
    if (isRow(row)) {
      this.#take(row, this.#elementLine);
      return;
    }
    const { rows } = salvageLine(text);
    for (const each of rows) this.#take(each, this.#elementLine);
    this.#report({ line: this.#elementLine, reason: 'the row is damaged and was left out' });
  }
}
