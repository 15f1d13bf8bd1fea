import type { SessionEvent } from '../core/session/events.ts';
import type { NotificationName, Notifications } from '../shared/contract.ts';

/** One frame at 60 Hz: events reach the window at most this often. */
const FRAME_MS = 16;

export type Send = <N extends NotificationName>(name: N, payload: Notifications[N]) => void;

/** Batches a session's events for one window. */
export class EventFeed {
  readonly #sessionId: string;
  readonly #send: Send;
  readonly #unsubscribe: () => void;
  #pending: SessionEvent[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(sessionId: string, subscribe: (listener: (event: SessionEvent) => void) => () => void, send: Send) {
    this.#sessionId = sessionId;
    this.#send = send;
    this.#unsubscribe = subscribe((event) => {
      this.#pending.push(event);
      this.#timer ??= setTimeout(() => this.#flush(), FRAME_MS);
    });
  }

  stop(): void {
    this.#unsubscribe();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#pending = [];
  }

  #flush(): void {
    this.#timer = null;
    const events = this.#pending;
    this.#pending = [];
    this.#send('events', { sessionId: this.#sessionId, events });
  }
}
