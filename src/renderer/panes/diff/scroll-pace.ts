/**
 * Frames between two leaps that belong to one movement: of the thumb of the bar, of a key that is held. Not milliseconds,
 * for in a window that is held up leaps are as far apart as its frames.
 */
const TOGETHER_FRAMES = 24;

/**
 * Whether a list goes by too fast to be read: leap after leap, each at least as long as what is in view, so that nothing
 * stays in sight for more than a frame. One leap alone is none: somebody went to a place, and wants to see it. `frame` is
 * the window's own `requestAnimationFrame`.
 */
export class ScrollPace {
  readonly #frame: (run: () => void) => void;
  #offset = 0;
  /** Frames for which the last leap still counts. */
  #left = 0;
  #isHeld = false;
  #isFast = false;
  #moves = 0;

  constructor(frame: (run: () => void) => void = (run) => void requestAnimationFrame(run)) {
    this.#frame = frame;
  }

  get isFast(): boolean {
    return this.#isFast;
  }

  /** How often it has moved so far. */
  get moves(): number {
    return this.#moves;
  }

  /** The thumb of the bar was taken: the very first leap is a fast one. */
  hold(): void {
    this.#isHeld = true;
  }

  /** `offset` and `shown`, the height in view, in CSS pixels. */
  move(offset: number, shown: number): void {
    const isLeap = Math.abs(offset - this.#offset) >= shown;
    this.#offset = offset;
    this.#moves++;
    if (!isLeap) return;
    this.#isFast ||= this.#isHeld || this.#left > 0;
    const isCounting = this.#left > 0;
    this.#left = TOGETHER_FRAMES;
    if (!isCounting) this.#frame(this.#count);
  }

  rest(): void {
    this.#isFast = false;
    this.#isHeld = false;
  }

  readonly #count = (): void => {
    this.#left--;
    if (this.#left > 0) this.#frame(this.#count);
  };
}

/**
 * Runs `rested` unless the list moves in one of the next two frames. That no scrolling was heard for a while is not enough:
 * in a window that was held up by drawing, the next move waits for its frame.
 */
export function onceAtRest(pace: ScrollPace, rested: () => void): void {
  const { moves } = pace;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (pace.moves === moves) rested();
    }),
  );
}
