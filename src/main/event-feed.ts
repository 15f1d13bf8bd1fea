import type { SessionEvent } from '../core/session/events.ts';
import type { NotificationName, Notifications } from '../shared/contract.ts';

/** One frame at 60 Hz: events reach the window at most this often. */
const FRAME_MS = 16;

export type Send = <N extends NotificationName>(name: N, payload: Notifications[N]) => void;

/** Stored events that go in one piece: about a megabyte. */
const PIECE = 2_000;

/** Batches a session's events for one window: first what it is given of the past, in pieces, then what happens. */
export class EventFeed {
  readonly #sessionId: string;
  readonly #send: Send;
  readonly #unsubscribe: () => void;
  #pending: SessionEvent[] = [];
  #timer: NodeJS.Timeout | null = null;
  /** Stored events that the window does not have yet. */
  #past: readonly SessionEvent[];

  constructor(
    sessionId: string,
    subscribe: (listener: (event: SessionEvent) => void) => () => void,
    send: Send,
    past: readonly SessionEvent[] = [],
  ) {
    this.#sessionId = sessionId;
    this.#send = send;
    this.#past = past;
    if (past.length > 0) this.#timer = setTimeout(() => this.#flush(), FRAME_MS);
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
    this.#past = [];
  }

  #flush(): void {
    this.#timer = null;
    if (this.#past.length > 0) {
      this.#send('events', { sessionId: this.#sessionId, events: this.#past.slice(0, PIECE) });
      this.#past = this.#past.slice(PIECE);
      // The next piece waits its turn: other windows and calls are answered between.
      this.#timer = setTimeout(() => this.#flush(), 0);
      return;
    }
    if (this.#pending.length === 0) return;
    const events = this.#pending;
    this.#pending = [];
    this.#send('events', { sessionId: this.#sessionId, events });
  }
}
