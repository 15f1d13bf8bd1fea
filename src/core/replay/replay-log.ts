import type { SessionEvent } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../session/state.ts';
import { Checkpoints } from './checkpoints.ts';
import { ReplayClock } from './clock.ts';
import { Lanes } from './lanes.ts';
import { Steps } from './steps.ts';

/** Events between two states that a long seek leaves behind it. */
const NEAR_SPACING = 2_000;

/**
 * A session's events, what they add up to at any moment, and where each lies in time. It only grows. A place in it is
 * how many events have happened: 0 is before the first, `length` is now.
 */
export class ReplayLog {
  readonly clock = new ReplayClock();
  readonly lanes = new Lanes();
  readonly steps = new Steps();
  readonly #events: SessionEvent[] = [];
  readonly #checkpoints = new Checkpoints();
  #head: SessionState = EMPTY_SESSION;

  get length(): number {
    return this.#events.length;
  }

  /** Where a replay begins: with the first branch. Before it stands the session's head, of which there is nothing to see. */
  get firstPlace(): number {
    return Math.min(this.length, this.lanes.firstBirth + 1);
  }

  /** The fold of everything. */
  get head(): SessionState {
    return this.#head;
  }

  /** Events that a seek folds at most. */
  get spacing(): number {
    return this.#checkpoints.spacing;
  }

  eventAt(index: number): SessionEvent | undefined {
    return this.#events[index];
  }

  /** Takes in the lines that are new; a batch may overlap with what is known. `coming`: how many are on their way in all. */
  append(events: readonly SessionEvent[], coming = 0): void {
    this.#checkpoints.expect(this.length + Math.max(events.length, coming));
    let batch: SessionEvent[] = [];
    let { lastSeq } = this.#head;
    for (const event of events) {
      if (event.seq <= lastSeq) continue;
      lastSeq = event.seq;
      if (this.#events.length === 0 && event.type === 'session-created' && event.timesKnown === false) {
        this.clock.forgoTimes();
      }
      const index = this.#events.push(event) - 1;
      const moment = this.clock.push(event.at);
      this.lanes.push(event, index, moment);
      this.steps.push(event, index);
      batch.push(event);
      if (this.#checkpoints.roomAfter(this.length) > 0) continue;
      this.#head = fold(this.#head, batch);
      this.#checkpoints.add({ count: this.length, state: this.#head });
      batch = [];
    }
    this.#head = fold(this.#head, batch);
  }

  /** The state when so many events had happened. Folds `spacing` events at most. */
  stateAt(count: number): SessionState {
    if (count >= this.length) return this.#head;
    if (count <= 0) return EMPTY_SESSION;
    const known = this.#checkpoints.before(count);
    let state = known?.state ?? EMPTY_SESSION;
    for (let from = known?.count ?? 0; from < count; ) {
      const to = Math.min(count, from + NEAR_SPACING - (from % NEAR_SPACING));
      state = fold(state, this.#events.slice(from, to));
      this.#checkpoints.addNear({ count: to, state });
      from = to;
    }
    return state;
  }

  stateAtMoment(moment: number): SessionState {
    return this.stateAt(this.clock.countAt(moment));
  }
}
