import type { SessionState } from '../session/state.ts';

/** A state, and how many events it is the fold of. */
export interface Checkpoint {
  readonly count: number;
  readonly state: SessionState;
}

/** Events between two checkpoints of a short log. */
const FIRST_SPACING = 1_000;
/** States kept at most: a longer log has them further apart. They share what did not change between them. */
const MOST = 192;
/** States that a log is cut into when its length is known before. */
const EXPECTED = 128;
/** States kept around the places that were sought last, so that scrubbing to and fro folds little. */
const MOST_NEAR = 24;

/** States of the past, spread evenly over the log, so that any moment is a bounded fold away from one of them. */
export class Checkpoints {
  #spacing = FIRST_SPACING;
  #kept: Checkpoint[] = [];
  #near: Checkpoint[] = [];

  /** Events between two states: a seek folds this many at most. */
  get spacing(): number {
    return this.#spacing;
  }

  /** How many events may still follow on the last one before the next is due. */
  roomAfter(count: number): number {
    return this.#spacing - (count - (this.#kept.at(-1)?.count ?? 0));
  }

  /** Sets the spacing for a log of about this length at once: each state that is thrown away later was made for nothing. */
  expect(length: number): void {
    if (this.#kept.length === 0) while (length / this.#spacing > EXPECTED) this.#spacing *= 2;
  }

  add(checkpoint: Checkpoint): void {
    this.#kept.push(checkpoint);
    if (this.#kept.length <= MOST) return;
    this.#spacing *= 2;
    this.#kept = this.#kept.filter(({ count }) => count % this.#spacing === 0);
  }

  /** Remembers a state that was sought, in place of the one that was sought longest ago. */
  addNear(checkpoint: Checkpoint): void {
    this.#near = [...this.#near.filter(({ count }) => count !== checkpoint.count), checkpoint].slice(-MOST_NEAR);
  }

  /** The latest known state that is not after `count` events; null for none. */
  before(count: number): Checkpoint | null {
    let best: Checkpoint | null = null;
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#kept[middle]?.count ?? 0) <= count) low = middle + 1;
      else high = middle;
    }
    best = this.#kept[low - 1] ?? null;
    for (const near of this.#near) if (near.count <= count && near.count > (best?.count ?? -1)) best = near;
    return best;
  }
}
