/** Characters of one command that are kept whole, whatever their speed: more than the scrollback of a terminal holds. */
const BURST = 2_000_000;
/** Characters a second that are kept of a flood after that: hundreds of lines, more than an eye can follow. */
const RATE = 64_000;
/** Milliseconds between two blocks of a flood. */
const EVERY_MS = 500;
const BLOCK = (RATE * EVERY_MS) / 1_000;

export interface FloodGateParts {
  /** Milliseconds since any fixed moment. */
  readonly clock: () => number;
  readonly write: (data: string) => void;
}

/**
 * Lets a command's output into the log: all of it, unless it is a flood. Of a flood come the latest lines twice a second,
 * with a line that says how much went by. Without that, a command that prints without end would fill the disk, and every
 * window that shows it, with what nobody can read. The model's own copy is taken elsewhere.
 */
export class FloodGate {
  readonly #parts: FloodGateParts;
  #left = BURST;
  #at: number;
  #held = '';
  #passed = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: FloodGateParts) {
    this.#parts = parts;
    this.#at = parts.clock();
  }

  push(data: string): void {
    if (this.#timer === null && data.length <= this.#allowance()) {
      this.#left -= data.length;
      this.#parts.write(data);
      return;
    }
    const held = this.#held + data;
    const cut = held.length <= BLOCK ? 0 : lineStart(held, held.length - BLOCK);
    this.#held = held.slice(cut);
    this.#passed += cut;
    this.#timer ??= setTimeout(() => this.#release(), EVERY_MS);
  }

  /** Lets out what is held. Call it when the command has ended. */
  end(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#release();
  }

  #release(): void {
    this.#timer = null;
    const mark = this.#passed === 0 ? '' : passedLine(this.#passed);
    this.#left = Math.max(0, this.#allowance() - this.#held.length);
    this.#parts.write(mark + this.#held);
    this.#held = '';
    this.#passed = 0;
  }

  #allowance(): number {
    const now = this.#parts.clock();
    this.#left = Math.min(BURST, this.#left + (Math.max(0, now - this.#at) * RATE) / 1_000);
    this.#at = now;
    return this.#left;
  }
}

/** The beginning of a line at or behind `from`, so that no colour code is cut in two; `from` where no line ends. */
function lineStart(text: string, from: number): number {
  const end = text.indexOf('\n', from - 1);
  return end < 0 ? from : end + 1;
}

function passedLine(characters: number): string {
  return `\u001b[0m\r\n\u001b[2m… ${characters.toLocaleString('en')} characters went by, too fast to be kept …\u001b[0m\r\n`;
}
