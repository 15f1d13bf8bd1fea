import { GrowingNumbers } from './growing-numbers.ts';

/** Milliseconds without any event after which a stretch of time counts as idle, and all that is left of it when folded. */
export const IDLE_MS = 2_000;
/** Milliseconds that each event takes where the source states no times. */
const UNTIMED_STEP_MS = 1_000;

/** `real`: as it was; `even`: idle stretches folded. */
export type Pace = 'real' | 'even';

/** A folded stretch: nothing happened between two moments. Milliseconds since 1970. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/**
 * The one clock over all branches. A moment is in milliseconds since 1970; a position is how far along the time axis it
 * lies, in milliseconds from the first event, by pace. The log's order is what holds: a line that claims to be earlier
 * than the one before it counts as just as late, and where the source states no times each line takes a second.
 */
export class ReplayClock {
  readonly #times = new GrowingNumbers();
  readonly #gapStarts = new GrowingNumbers();
  readonly #gapEnds = new GrowingNumbers();
  /** Milliseconds that are folded away up to and including each gap. */
  readonly #folded = new GrowingNumbers();
  #hasTimes = true;

  /** False when moments only keep the order, and must not be shown as times. */
  get hasTimes(): boolean {
    return this.#hasTimes;
  }

  get length(): number {
    return this.#times.length;
  }

  /** The first moment; 0 when there is none. */
  get start(): number {
    return this.length === 0 ? 0 : this.#times.at(0);
  }

  /** The last event's moment; 0 when there is none. */
  get end(): number {
    return this.length === 0 ? 0 : this.#times.at(this.length - 1);
  }

  /** Must be called before the first event. */
  forgoTimes(): void {
    this.#hasTimes = false;
  }

  /** Takes in the next line's time and answers the moment that it counts as. */
  push(at: number): number {
    if (this.length === 0) {
      this.#times.push(at);
      return at;
    }
    const last = this.end;
    const moment = this.#hasTimes ? Math.max(last, at) : last + UNTIMED_STEP_MS;
    if (moment - last > IDLE_MS) {
      this.#gapStarts.push(last);
      this.#gapEnds.push(moment);
      this.#folded.push(this.#foldedBy(this.#gapStarts.length - 1) + moment - last - IDLE_MS);
    }
    this.#times.push(moment);
    return moment;
  }

  /** The moment of the event at this index, counted from 0. */
  momentOf(index: number): number {
    return this.#times.at(Math.max(0, Math.min(index, this.length - 1)));
  }

  /** How many events have happened by this moment. */
  countAt(moment: number): number {
    return this.#times.countUpTo(moment);
  }

  /** After the last event time goes on, but at even pace no further than one folded stretch. */
  positionOf(moment: number, pace: Pace): number {
    if (pace === 'real' || this.length === 0) return moment - this.start;
    const past = Math.min(moment, this.end + IDLE_MS);
    const gap = this.#gapStarts.countBelow(past) - 1;
    if (gap < 0) return past - this.start;
    const [from, to] = [this.#gapStarts.at(gap), this.#gapEnds.at(gap)];
    if (past >= to) return past - this.start - this.#foldedBy(gap + 1);
    const before = from - this.start - this.#foldedBy(gap);
    return before + ((past - from) / (to - from)) * IDLE_MS;
  }

  momentAt(position: number, pace: Pace): number {
    if (pace === 'real' || this.length === 0) return this.start + position;
    // Positions of the gaps' starts rise as the gaps do.
    let low = 0;
    let high = this.#gapStarts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#gapStarts.at(middle) - this.start - this.#foldedBy(middle) < position) low = middle + 1;
      else high = middle;
    }
    const gap = low - 1;
    if (gap < 0) return this.start + position;
    const into = position - (this.#gapStarts.at(gap) - this.start - this.#foldedBy(gap));
    const [from, to] = [this.#gapStarts.at(gap), this.#gapEnds.at(gap)];
    return into < IDLE_MS ? from + (into / IDLE_MS) * (to - from) : to + into - IDLE_MS;
  }

  /** The folded stretches that touch these moments, earliest first. */
  gapsBetween(from: number, to: number): Gap[] {
    const gaps: Gap[] = [];
    for (let at = this.#gapEnds.countBelow(from); at < this.#gapStarts.length; at++) {
      if (this.#gapStarts.at(at) > to) break;
      gaps.push({ from: this.#gapStarts.at(at), to: this.#gapEnds.at(at) });
    }
    return gaps;
  }

  #foldedBy(gaps: number): number {
    return gaps === 0 ? 0 : this.#folded.at(gaps - 1);
  }
}
