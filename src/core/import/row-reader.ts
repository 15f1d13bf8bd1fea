import type { Problem } from '../session/state.ts';
import { isRow, type Row } from './foreign-value.ts';
import { salvageLine, tryParse } from './salvage-line.ts';

/** A row whose strings held raw line breaks is put together from at most this many lines. */
const MAX_LINES = 6;
/** Characters of damaged lines that wait for their other half. */
const MAX_WAITING = 32_000_000;

/** Turns the lines of a foreign file into rows. Damaged lines that touch each other are one problem. */
export class RowReader {
  readonly #take: (row: Row, line: number) => void;
  readonly #report: (problem: Problem) => void;
  #waiting: { text: string; line: number; reason: string }[] = [];

  constructor(take: (row: Row, line: number) => void, report: (problem: Problem) => void) {
    this.#take = take;
    this.#report = report;
  }

  /** `line` counts from 1. */
  push(text: string, line: number): void {
    const whole = tryParse(text);
    if (isRow(whole)) {
      this.pushRow(whole, line);
      return;
    }
    const { rows, problem, rest } = salvageLine(text, whole === undefined);
    if (problem === null) {
      for (const row of rows) this.#take(row, line);
    } else if (rows.length === 0 && rest !== '') {
      this.#wait({ text: rest, line, reason: problem });
    } else {
      this.#giveUp();
      for (const row of rows) this.#take(row, line);
      if (rest === '') this.#report({ line, reason: problem });
      else this.#waiting.push({ text: rest, line, reason: problem });
    }
  }

  /** True while damaged lines wait for what comes after them: until then nothing is decided about them. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** A whole line that somebody else has parsed. */
  pushRow(row: Row, line: number): void {
    if (this.#waiting.length > 0) this.#giveUp();
    this.#take(row, line);
  }

  end(): void {
    this.#giveUp();
  }

  #wait(part: { text: string; line: number; reason: string }): void {
    this.#waiting.push(part);
    let waiting = 0;
    for (const { text } of this.#waiting) waiting += text.length;
    if (waiting > MAX_WAITING) {
      this.#giveUp();
      return;
    }
    for (let from = Math.max(0, this.#waiting.length - MAX_LINES); from < this.#waiting.length - 1; from++) {
      const row = tryParse(
        this.#waiting
          .slice(from)
          .map(({ text }) => text)
          .join('\\n'),
      );
      const first = this.#waiting[from];
      if (!isRow(row) || !first) continue;
      this.#waiting = this.#waiting.slice(0, from);
      this.#giveUp();
      this.#take(row, first.line);
      this.#report({ line: first.line, reason: 'raw line breaks stood inside a row; it was put together again' });
      return;
    }
    if (this.#waiting.length > 200) this.#giveUp();
  }

  #giveUp(): void {
    const [first, ...others] = this.#waiting;
    this.#waiting = [];
    if (!first) return;
    const last = others.at(-1);
    const reason = last ? `lines ${first.line} to ${last.line} are damaged and were left out` : first.reason;
    this.#report({ line: first.line, reason });
  }
}
