import type { SessionEvent } from '../session/events.ts';
import { GrowingNumbers } from './growing-numbers.ts';

/** What one can step over: any event worth a look, a turn's start, a fork's birth, a failure. */
export type StepKind = 'event' | 'turn' | 'fork' | 'failure';

/** Pieces of something that streams: a person steps over the whole, not over each piece. */
const PIECES: ReadonlySet<SessionEvent['type']> = new Set<SessionEvent['type']>([
  'text-delta',
  'terminal-data',
  'request-usage',
  'snapshot-taken',
]);

function kindsOf(event: SessionEvent): StepKind[] {
  if (PIECES.has(event.type)) return [];
  if (event.type === 'turn-started') return ['event', 'turn'];
  if (event.type === 'branch-created' && event.parent !== null) return ['event', 'fork'];
  return isFailure(event) ? ['event', 'failure'] : ['event'];
}

/** True for a request that broke, a tool that ended with an error, and a branch that failed. */
export function isFailure(event: SessionEvent): boolean {
  if (event.type === 'request-failed') return true;
  if (event.type === 'tool-ended') return event.status === 'error';
  return event.type === 'branch-ended' && event.status === 'failed';
}

/** Where one can step to. A place is how many events have happened once the step is made. */
export class Steps {
  readonly #places: { readonly [K in StepKind]: GrowingNumbers } = {
    event: new GrowingNumbers(),
    turn: new GrowingNumbers(),
    fork: new GrowingNumbers(),
    failure: new GrowingNumbers(),
  };

  push(event: SessionEvent, index: number): void {
    for (const kind of kindsOf(event)) this.#places[kind].push(index + 1);
  }

  /** Null when there is none further on. */
  next(kind: StepKind, place: number): number | null {
    const places = this.#places[kind];
    const at = places.countUpTo(place);
    return at < places.length ? places.at(at) : null;
  }

  /** Null when there is none before. */
  previous(kind: StepKind, place: number): number | null {
    const at = this.#places[kind].countBelow(place);
    return at > 0 ? this.#places[kind].at(at - 1) : null;
  }

  countOf(kind: StepKind): number {
    return this.#places[kind].length;
  }
}
