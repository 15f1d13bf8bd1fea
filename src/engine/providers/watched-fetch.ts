import { leanRequest } from './lean-request.ts';

const TAIL_CHARACTERS = 8_000;
const LONGEST_ERROR_BODY = 64_000;

export interface WatchOptions {
  /** Milliseconds without a byte after which the exchange is given up. */
  readonly silenceMs: number;
  /** Told once, at the first byte of a good answer's body. */
  onFirstByte(): void;
  /** Told when the silence has lasted too long: must abort the request. */
  onSilence(): void;
  /** Makes the error for an answer that is no good one. Its body is cut to 64,000 characters. */
  refuse(answer: RefusedAnswer): Error;
}

export interface RefusedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * A `fetch` for one request that sees what an SDK hides: the first byte, silence, headers of errors, the raw end of a
 * broken stream. Silence is only counted while a byte is being waited for, never while the reader is busy.
 */
export class WatchedFetch {
  readonly #options: WatchOptions;
  /** The pieces that the end of the body is in, joined only when somebody asks: most answers end well. */
  readonly #ending: string[] = [];
  #endingCharacters = 0;

  /** Starts the watchdog of each wait that goes on anew. */
  readonly #waits = new Set<() => void>();
  #patienceMs: number;

  /** True after the watchdog has given up. */
  silent = false;
  /** Content type of the good answer, once its headers are there. */
  contentType: string | null = null;
  /** Why no good answer came, before an SDK wraps it into an error of its own; null while none failed. */
  failure: unknown = null;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#patienceMs = options.silenceMs;
  }

  /** Milliseconds without a byte after which the exchange is given up; holds for a wait that has begun already too. */
  set patienceMs(milliseconds: number) {
    this.#patienceMs = milliseconds;
    for (const restart of this.#waits) restart();
  }

  /** The last 8,000 characters of the body as they came. */
  get tail(): string {
    return this.#ending.join('').slice(-TAIL_CHARACTERS);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const rest = this.#listen();
    try {
      const response = await fetch(input, leanRequest(init)).catch((error: unknown) => {
        throw isRedirect(error) ? this.#options.refuse(redirected()) : error;
      });
      const contentType = response.headers.get('content-type') ?? '';
      if (!response.ok || contentType.includes('text/html')) {
        const body = (await response.text()).slice(0, LONGEST_ERROR_BODY);
        const { status, headers } = response;
        throw this.#options.refuse({ status, contentType, headers, body });
      }
      this.contentType = contentType;
      return new Response(this.#watch(response.body), response);
    } catch (error) {
      this.failure = error;
      throw error;
    } finally {
      rest();
    }
  };

  #watch(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
    if (!body) return null;
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let first = true;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const rest = this.#listen();
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          if (first) this.#options.onFirstByte();
          first = false;
          this.#keep(decoder.decode(value, { stream: true }));
          controller.enqueue(value);
        } finally {
          rest();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  }

  #keep(piece: string): void {
    this.#endingCharacters += piece.length;
    this.#ending.push(piece);
    for (let first = this.#ending[0]; first !== undefined; first = this.#ending[0]) {
      if (this.#endingCharacters - first.length < TAIL_CHARACTERS) return;
      this.#endingCharacters -= first.length;
      this.#ending.shift();
    }
  }

  /** Starts one wait with a watchdog of its own; call what it returns when the wait is over. */
  #listen(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.silent = true;
        this.#options.onSilence();
      }, this.#patienceMs);
      // An open connection keeps the process alive, a watchdog alone must not.
      timer.unref();
    };
    start();
    this.#waits.add(start);
    return () => {
      clearTimeout(timer);
      this.#waits.delete(start);
    };
  }
}

/** What a redirect leaves of an answer: a redirect would take the key along to another host, so none is followed. */
function redirected(): RefusedAnswer {
  return { status: 302, contentType: '', headers: new Headers(), body: '' };
}

function isRedirect(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error && error.cause.message === 'unexpected redirect';
}
