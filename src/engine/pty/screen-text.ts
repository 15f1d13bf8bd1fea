import { toCells } from './screen-cells.ts';
import { type ErasePart, ScreenGrid } from './screen-grid.ts';

/** Longest control sequence that is kept while it is incomplete; the longest useful ones have about 20 characters. */
const LONGEST_SEQUENCE = 128;
/** Largest count that a sequence may ask for; no screen is larger. */
const LARGEST_COUNT = 1000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
const PRINTABLE = /[^\u0000-\u001f\u007f-\u009f]+/y;
const ERASE_PARTS: readonly ErasePart[] = ['toEnd', 'toStart', 'all'];

type Mode = 'text' | 'escape' | 'control' | 'charset' | 'string' | 'stringEscape';

/**
 * The text that a terminal shows in the end: carriage returns overwrite, cursor movements and erasures are obeyed,
 * colours and titles are dropped. Sequences may be split over any number of writes.
 *
 * An own small parser and not xterm.js's, because that one answers later (its writes are queued), keeps the end of a
 * flood only, and turns tabs into spaces, after which a model could not quote the text for an edit.
 */
export class ScreenText {
  readonly #grid: ScreenGrid;
  #mode: Mode = 'text';
  #sequence = '';

  /**
   * @param height rows of the terminal: how far up a program can go to change what it printed.
   * @param commit takes text that cannot change any more, with its line ends.
   */
  constructor(height: number, commit: (text: string) => void) {
    this.#grid = new ScreenGrid(height, commit);
  }

  resize(height: number): void {
    this.#grid.resize(height);
  }

  write(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.#mode === 'text') {
        PRINTABLE.lastIndex = at;
        const run = PRINTABLE.exec(text)?.[0];
        if (run !== undefined) {
          this.#grid.put(toCells(run));
          at += run.length;
          continue;
        }
        this.#controlCharacter(text.charAt(at));
      } else {
        this.#sequenceCharacter(text.charAt(at));
      }
      at += 1;
    }
  }

  /** Hands on what is still on the screen. Nothing may be written after it. */
  finish(): void {
    this.#grid.finish();
  }

  #controlCharacter(character: string): void {
    if (character === '\n' || character === '\v' || character === '\f') this.#grid.lineFeed();
    else if (character === '\r') this.#grid.carriageReturn();
    else if (character === '\b') this.#grid.moveBy(0, -1);
    else if (character === '\t') this.#grid.tab();
    else if (character === '\u001b') this.#mode = 'escape';
  }

  #endSequence(): void {
    this.#mode = 'text';
    this.#sequence = '';
  }

  #sequenceCharacter(character: string): void {
    // CAN and SUB break off any sequence.
    if (character === '\u0018' || character === '\u001a') this.#endSequence();
    else if (this.#mode === 'escape') this.#escapeCharacter(character);
    else if (this.#mode === 'control') this.#controlSequenceCharacter(character);
    else if (this.#mode === 'charset') this.#endSequence();
    else if (this.#mode === 'string') {
      if (character === '\u001b') this.#mode = 'stringEscape';
      else if (character === '\u0007') this.#endSequence();
    } else if (character === '\\') this.#endSequence();
    // A string that is broken off by another sequence.
    else this.#escapeCharacter(character);
  }

  #escapeCharacter(character: string): void {
    this.#endSequence();
    if (character === '[') this.#mode = 'control';
    else if (']PX^_'.includes(character)) this.#mode = 'string';
    else if ('()*+-./#% '.includes(character)) this.#mode = 'charset';
    else if (character === '7') this.#grid.saveCursor();
    else if (character === '8') this.#grid.restoreCursor();
    else if (character === 'D' || character === 'E') this.#grid.lineFeed();
    else if (character === 'M') this.#grid.reverseLineFeed();
    else if (character === 'c') this.#grid.reset();
    else if (character === '\u001b') this.#mode = 'escape';
  }

  #controlSequenceCharacter(character: string): void {
    if (character >= '@' && character <= '~') {
      const parameters = this.#sequence;
      this.#endSequence();
      this.#control(character, parameters);
    } else if (character < ' ') {
      // A control character inside a sequence is obeyed at once; ESC begins a new sequence.
      if (character === '\u001b') this.#sequence = '';
      this.#controlCharacter(character);
    } else {
      this.#sequence += character;
      if (this.#sequence.length > LONGEST_SEQUENCE) this.#endSequence();
    }
  }

  #control(final: string, parameters: string): void {
    if (parameters.startsWith('?')) {
      if (!/^\?(1049|1047|47)$/.test(parameters)) return;
      if (final === 'h') this.#grid.enterFullScreen();
      else if (final === 'l') this.#grid.leaveFullScreen();
      return;
    }
    // Private and intermediate characters make other sequences, none of which moves or erases.
    if (/[<=>!-/]/.test(parameters)) return;
    const [first = 0, second = 0] = parameters.split(/[;:]/).map((digits) => Number.parseInt(digits, 10) || 0);
    const count = Math.min(Math.max(1, first), LARGEST_COUNT);
    const part = ERASE_PARTS[first];
    const grid = this.#grid;
    if (final === 'A') grid.moveBy(-count, 0);
    else if (final === 'B' || final === 'e') grid.moveBy(count, 0);
    else if (final === 'C' || final === 'a') grid.moveBy(0, count);
    else if (final === 'D') grid.moveBy(0, -count);
    else if (final === 'E' || final === 'F') {
      grid.moveBy(final === 'E' ? count : -count, 0);
      grid.carriageReturn();
    } else if (final === 'G' || final === '`') grid.moveTo(null, count - 1);
    else if (final === 'd') grid.moveTo(count - 1, null);
    else if (final === 'H' || final === 'f') grid.moveTo(count - 1, Math.max(1, second) - 1);
    else if (final === 'J' && part !== undefined) grid.eraseScreen(part);
    else if (final === 'K' && part !== undefined) grid.eraseRow(part);
    else if (final === 'X') grid.eraseCells(count);
    else if (final === 'P') grid.deleteCells(count);
    else if (final === '@') grid.insertCells(count);
    else if (final === 'L' || final === 'M') {
      if (final === 'L') grid.insertRows(count);
      else grid.deleteRows(count);
      grid.carriageReturn();
    } else if (final === 's') grid.saveCursor();
    else if (final === 'u') grid.restoreCursor();
  }
}
