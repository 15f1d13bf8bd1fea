import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import type { EventLog } from '../transcripts/event-log.ts';

export type EventListener = (event: SessionEvent) => void;

/** A session's log and its fold, kept together: what is appended is stored first, then seen by everybody. */
export class Journal {
  readonly #log: EventLog;
  readonly #listeners = new Set<EventListener>();
  #state: SessionState;
  #unfolded: SessionEvent[] = [];

  constructor(log: EventLog, state: SessionState = EMPTY_SESSION) {
    this.#log = log;
    this.#state = state;
  }

  /** Folded when somebody looks, so that a burst of events costs one fold. */
  get state(): SessionState {
    if (this.#unfolded.length > 0) {
      this.#state = fold(this.#state, this.#unfolded);
      this.#unfolded = [];
    }
    return this.#state;
  }

  /** Throws `StorageError` when the disk refuses. */
  append(body: EventBody): SessionEvent {
    const event = this.#log.append(body);
    this.#unfolded.push(event);
    for (const listener of this.#listeners) listener(event);
    return event;
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#log.close();
  }
}
