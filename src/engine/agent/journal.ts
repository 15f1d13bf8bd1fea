import type { EventBody, SessionEvent } from '../../core/session/events.ts';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import { type EventLog, StorageError } from '../transcripts/event-log.ts';

export type EventListener = (event: SessionEvent) => void;

/** A session's log and its fold, kept together: what is appended is stored first, then seen by everybody. */
export class Journal {
  readonly #log: EventLog;
  readonly #listeners = new Set<EventListener>();
  readonly #events: SessionEvent[];
  #state: SessionState;
  #unfolded: SessionEvent[] = [];
  #isBroken = false;
  #onBreak: (error: StorageError) => void = () => {};

  /** `past` are the events that a stored log already holds, and `state` their fold. */
  constructor(log: EventLog, past: readonly SessionEvent[] = [], state: SessionState = EMPTY_SESSION) {
    this.#log = log;
    this.#events = [...past];
    this.#state = state;
  }

  /** All events so far, for a window that opens this session now. */
  get events(): readonly SessionEvent[] {
    return this.#events;
  }

  /** Folded when somebody looks, so that a burst of events costs one fold. */
  get state(): SessionState {
    if (this.#unfolded.length > 0) {
      this.#state = fold(this.#state, this.#unfolded);
      this.#unfolded = [];
    }
    return this.#state;
  }

  /** Told once, when the disk refuses a line. The session must stop then: what follows is shown, but not stored. */
  onBreak(listener: (error: StorageError) => void): void {
    this.#onBreak = listener;
  }

  append(body: EventBody): SessionEvent {
    if (!this.#isBroken) {
      try {
        return this.#take(this.#log.append(body));
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        this.#isBroken = true;
        this.#onBreak(error);
      }
    }
    return this.#take({ ...this.#log.stamp(body), seq: this.state.lastSeq + 1 });
  }

  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#log.close();
  }

  #take(event: SessionEvent): SessionEvent {
    this.#events.push(event);
    this.#unfolded.push(event);
    for (const listener of this.#listeners) listener(event);
    return event;
  }
}
