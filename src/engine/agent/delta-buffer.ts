import type { TerminalData, TextDelta } from '../../core/session/events.ts';

type Delta = TextDelta | TerminalData;

/** How long streamed text may wait before it is written: well under the half second that a crash may cost. */
export const FLUSH_MS = 100;

/**
 * Joins the small pieces of a branch's stream into one event per `FLUSH_MS`. Any other event of the branch must flush
 * first, so that the log keeps the true order.
 */
export class DeltaBuffer {
  readonly #write: (delta: Delta) => void;
  #pending: Delta | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(write: (delta: Delta) => void) {
    this.#write = write;
  }

  push(delta: Delta): void {
    const joined = this.#pending && join(this.#pending, delta);
    if (joined) {
      this.#pending = joined;
    } else {
      this.flush();
      this.#pending = delta;
    }
    this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS);
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const pending = this.#pending;
    this.#pending = null;
    if (pending) this.#write(pending);
  }
}

function join(a: Delta, b: Delta): Delta | null {
  if (a.type === 'text-delta' && b.type === 'text-delta' && a.requestId === b.requestId && a.thought === b.thought) {
    return { ...a, text: a.text + b.text };
  }
  if (a.type === 'terminal-data' && b.type === 'terminal-data' && a.callId === b.callId) {
    return { ...a, data: a.data + b.data };
  }
  return null;
}
