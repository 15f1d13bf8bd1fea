import { toCells, toText } from './screen-cells.ts';

/** A row longer than this, in columns, is handed on in parts, so that memory stays bounded. */
const LONGEST_ROW = 16 * 1024;
/** Farthest column that a control sequence can move to; wider terminals do not exist. */
const FARTHEST_COLUMN = 1000;
const TAB_WIDTH = 8;

/** What a terminal's "erase" sequences erase, as they number it. */
export type ErasePart = 'toEnd' | 'toStart' | 'all';

interface Screen {
  rows: string[];
  row: number;
  column: number;
}

/**
 * The screen of a terminal as rows of cells, with a cursor. A line that scrolls off the top is final and handed on.
 * Rows are not wrapped: what a program printed as one line stays one.
 */
export class ScreenGrid {
  readonly #commit: (text: string) => void;
  #height: number;
  #screen: Screen = { rows: [''], row: 0, column: 0 };
  #saved = { row: 0, column: 0 };
  /** The normal screen while a full-screen program shows its own. */
  #behind: Screen | null = null;

  constructor(height: number, commit: (text: string) => void) {
    this.#height = Math.max(1, height);
    this.#commit = commit;
  }

  resize(height: number): void {
    this.#height = Math.max(1, height);
    this.#scroll();
  }

  /** Writes cells over what is under the cursor, and moves it behind them. */
  put(cells: string): void {
    const screen = this.#screen;
    const row = this.#current();
    if (screen.column === row.length) screen.rows[screen.row] = row + cells;
    else
      screen.rows[screen.row] =
        `${row.slice(0, screen.column).padEnd(screen.column)}${cells}${row.slice(screen.column + cells.length)}`;
    screen.column += cells.length;
    if (this.#current().length > LONGEST_ROW) this.#handOnLongRow();
  }

  /** A tab stays a tab where it writes on fresh ground, and only moves over what is there. */
  tab(): void {
    const screen = this.#screen;
    const width = TAB_WIDTH - (screen.column % TAB_WIDTH);
    if (screen.column >= this.#current().length) this.put(toCells('\t', width));
    else screen.column += width;
  }

  carriageReturn(): void {
    this.#screen.column = 0;
  }

  /** Goes to the first column too: without that, a program that set the terminal raw would make stairs. */
  lineFeed(): void {
    const screen = this.#screen;
    screen.column = 0;
    screen.row += 1;
    if (screen.row === screen.rows.length) screen.rows.push('');
    this.#scroll();
  }

  reverseLineFeed(): void {
    if (this.#screen.row > 0) this.#screen.row -= 1;
    else this.insertRows(1);
  }

  /** Moves the cursor by rows and columns. */
  moveBy(rows: number, columns: number): void {
    this.moveTo(this.#screen.row + rows, this.#screen.column + columns);
  }

  /** Moves the cursor; `null` keeps the row or the column. Both count from 0 and are kept inside the screen. */
  moveTo(row: number | null, column: number | null): void {
    const screen = this.#screen;
    if (row !== null) screen.row = Math.min(Math.max(0, row), this.#height - 1);
    if (column !== null) screen.column = Math.min(Math.max(0, column), FARTHEST_COLUMN);
    while (screen.rows.length <= screen.row) screen.rows.push('');
  }

  saveCursor(): void {
    this.#saved = { row: this.#screen.row, column: this.#screen.column };
  }

  restoreCursor(): void {
    this.moveTo(this.#saved.row, this.#saved.column);
  }

  eraseScreen(part: ErasePart): void {
    const { rows, row } = this.#screen;
    if (part === 'toEnd') rows.length = row + 1;
    else rows.fill('', 0, part === 'all' ? rows.length : row);
    this.eraseRow(part);
  }

  eraseRow(part: ErasePart): void {
    const { column } = this.#screen;
    const row = this.#current();
    if (part === 'toEnd') this.#replace(row.slice(0, column));
    else if (part === 'toStart') this.#replace(' '.repeat(column + 1) + row.slice(column + 1));
    else this.#replace('');
  }

  /** Blanks cells from the cursor on. */
  eraseCells(count: number): void {
    const { column } = this.#screen;
    const row = this.#current();
    const end = Math.min(row.length, column + count);
    if (column < end) this.#replace(row.slice(0, column).padEnd(end) + row.slice(end));
  }

  /** Removes cells; the rest of the row moves left. */
  deleteCells(count: number): void {
    const row = this.#current();
    this.#replace(row.slice(0, this.#screen.column) + row.slice(this.#screen.column + count));
  }

  /** Makes room; the rest of the row moves right. */
  insertCells(count: number): void {
    const { column } = this.#screen;
    const row = this.#current();
    if (column < row.length) this.#replace(row.slice(0, column) + ' '.repeat(count) + row.slice(column));
  }

  insertRows(count: number): void {
    const { rows, row } = this.#screen;
    rows.splice(row, 0, ...Array<string>(Math.min(count, this.#height)).fill(''));
    rows.length = Math.min(rows.length, this.#height);
  }

  deleteRows(count: number): void {
    const { rows, row } = this.#screen;
    rows.splice(row, count);
    if (rows.length <= row) rows.push('');
  }

  enterFullScreen(): void {
    if (this.#behind !== null) return;
    this.#behind = this.#screen;
    this.#screen = { rows: [''], row: 0, column: 0 };
  }

  leaveFullScreen(): void {
    if (this.#behind === null) return;
    this.#screen = this.#behind;
    this.#behind = null;
    this.#scroll();
  }

  reset(): void {
    this.leaveFullScreen();
    this.#screen = { rows: [''], row: 0, column: 0 };
  }

  /** Hands on what is still on the screen. Nothing may be written after it. */
  finish(): void {
    const screens = this.#behind === null ? [this.#screen] : [this.#behind, this.#screen];
    const texts = screens.map(({ rows }) => {
      let end = rows.length;
      // A terminal's empty lower part is no text; the line end after the last text is.
      while (end > 1 && rows[end - 1] === '' && rows[end - 2] === '') end -= 1;
      return rows.slice(0, end).map(toText).join('\n');
    });
    const text = texts.filter((screen) => screen !== '').join('\n');
    if (text !== '') this.#commit(text);
  }

  #current(): string {
    return this.#screen.rows[this.#screen.row] ?? '';
  }

  #replace(row: string): void {
    this.#screen.rows[this.#screen.row] = row.slice(0, LONGEST_ROW);
  }

  #scroll(): void {
    const screen = this.#screen;
    while (screen.rows.length > this.#height) {
      const top = screen.rows.shift() ?? '';
      // What leaves a full-screen program's screen is gone, as in a real terminal.
      if (this.#behind === null) this.#commit(`${toText(top)}\n`);
      screen.row = Math.max(0, screen.row - 1);
    }
  }

  #handOnLongRow(): void {
    const screen = this.#screen;
    if (this.#behind === null && screen.row === screen.rows.length - 1) {
      this.#commit(screen.rows.map(toText).join('\n'));
      this.#screen = { rows: [''], row: 0, column: 0 };
    } else {
      // In the middle of a screen such a row is a full-screen program's own business.
      this.#replace(this.#current());
      screen.column = Math.min(screen.column, LONGEST_ROW);
    }
  }
}
