/** Milliseconds between two leaps that belong to one movement: of the thumb of the bar, of a key that is held. */
const TOGETHER_MS = 400;

/**
 * Whether a list goes by too fast to be read: leap after leap, each at least as long as what is in view, so that nothing
 * stays in sight for more than a frame. One leap alone is none: somebody went to a place, and wants to see it.
 */
export class ScrollPace {
  #offset = 0;
  #leaptAt = Number.NEGATIVE_INFINITY;
  #isFast = false;
  #moves = 0;

  get isFast(): boolean {
    return this.#isFast;
  }

  /** How often it has moved so far. */
  get moves(): number {
    return this.#moves;
  }

  /** `offset` and `shown`, the height in view, in CSS pixels; `now` in milliseconds. */
  move(offset: number, shown: number, now: number): void {
    const isLeap = Math.abs(offset - this.#offset) >= shown;
    this.#offset = offset;
    this.#moves++;
    if (!isLeap) return;
    this.#isFast ||= now - this.#leaptAt < TOGETHER_MS;
    this.#leaptAt = now;
  }

  rest(): void {
    this.#isFast = false;
  }
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
