import type { SessionEvent } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';

/** States kept on the way: any moment is then at most a twenty-fourth of the log away. */
const KEPT = 24;
const LEAST_APART = 500;

/** A session at any moment: after its first `count` events. The states are those of the app's own fold. */
export class Moments {
  readonly events: readonly SessionEvent[];
  /** When each event happened; where the source states no times, its place in the log. */
  readonly times: readonly number[];
  readonly end: SessionState;
  readonly #kept: { readonly count: number; readonly state: SessionState }[] = [];
  #last: { readonly count: number; readonly state: SessionState };

  constructor(events: readonly SessionEvent[]) {
    this.events = events;
    const step = Math.max(LEAST_APART, Math.ceil(events.length / KEPT));
    let state = EMPTY_SESSION;
    for (let count = 0; count < events.length; count += step) {
      this.#kept.push({ count, state });
      state = fold(state, events.slice(count, count + step));
    }
    this.end = state;
    this.#last = { count: events.length, state };
    const known = state.session?.timesKnown !== false;
    const times: number[] = [];
    // A clock that was set back must not turn the axis around.
    for (const [index, { at }] of events.entries()) times.push(known ? Math.max(times.at(-1) ?? 0, at) : index);
    this.times = times;
  }

  stateAt(count: number): SessionState {
    if (count >= this.events.length) return this.end;
    const kept = this.#kept.findLast((each) => each.count <= count) ?? { count: 0, state: EMPTY_SESSION };
    const from = this.#last.count <= count && this.#last.count >= kept.count ? this.#last : kept;
    const state = from.count === count ? from.state : fold(from.state, this.events.slice(from.count, count));
    this.#last = { count, state };
    return state;
  }

  /** How many events had happened at a time. */
  countAt(time: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The next (or former) event that a person would call a step, seen from `count`. */
  stepFrom(count: number, direction: 1 | -1): number {
    for (let at = count + direction; at > 0 && at <= this.events.length; at += direction) {
      const type = this.events[at - 1]?.type;
      if (type !== undefined && STEPS.has(type)) return at;
    }
    return direction === 1 ? this.events.length : Math.min(1, this.events.length);
  }
}

const STEPS: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'branch-created',
  'branch-ended',
  'message-added',
  'tool-started',
  'tool-ended',
  'request-failed',
  'permission-asked',
  'worktree-changed',
]);
