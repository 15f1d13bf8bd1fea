import type { PriceTable } from '../../../core/session/cost.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import { fold } from '../../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../../core/session/state.ts';
import { EngineFault } from '../../engine-fault.ts';
import { runImport } from './run-import.ts';

export interface FollowedListeners {
  /** New events, in order. */
  readonly onEvent: (event: SessionEvent) => void;
  /** The transcript was rewritten: all events are new. */
  readonly onRestart: () => void;
  /** It cannot be read just now; the sentence says why. It is looked at again when it changes. */
  readonly onFault: (message: string) => void;
}

/**
 * An imported session whose transcript is still being written by its tool. Its events are kept in memory as they come;
 * nothing of it is stored before it ends.
 */
export class FollowedSession {
  readonly #stop = new AbortController();
  readonly #subscribers = new Set<(event: SessionEvent) => void>();
  #events: SessionEvent[] = [];
  #state: SessionState = EMPTY_SESSION;
  #ended: Promise<unknown> = Promise.resolve();

  /** Resolves when the events so far are there; rejects when the transcript cannot be read. */
  static async start(path: string, prices: PriceTable | null, listeners: FollowedListeners): Promise<FollowedSession> {
    const followed = new FollowedSession();
    await new Promise<void>((resolve, reject) => {
      followed.#ended = runImport(
        { kind: 'follow', path, prices },
        {
          signal: followed.#stop.signal,
          onStep: (step) => {
            if (step.kind === 'fault') listeners.onFault(step.message);
            if (step.kind !== 'events') return;
            const isFirst = followed.#events.length === 0;
            if (step.anew) followed.#begin();
            followed.#take(step.events);
            if (step.anew && !isFirst) listeners.onRestart();
            else followed.#tell(step.events, listeners);
            resolve();
          },
        },
      ).then(
        () => reject(new EngineFault('no-events', `${path} holds nothing to follow yet. Try again when it has begun.`)),
        (error: unknown) => {
          if (!followed.#stop.signal.aborted && followed.#events.length > 0)
            listeners.onFault(error instanceof Error ? error.message : String(error));
          reject(error);
        },
      );
    });
    return followed;
  }

  get state(): SessionState {
    return this.#state;
  }

  pastEvents(): readonly SessionEvent[] {
    return this.#events;
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#subscribers.add(listener);
    return () => this.#subscribers.delete(listener);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }

  #begin(): void {
    this.#events = [];
    this.#state = EMPTY_SESSION;
  }

  #take(events: readonly SessionEvent[]): void {
    // A spread of a long list would overflow the stack.
    for (const event of events) this.#events.push(event);
    this.#state = fold(this.#state, events);
  }

  #tell(events: readonly SessionEvent[], listeners: FollowedListeners): void {
    for (const event of events) {
      listeners.onEvent(event);
      for (const listener of this.#subscribers) listener(event);
    }
  }
}
