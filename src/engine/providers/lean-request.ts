/** A body in pieces that are sent one after the other. Several bodies may share a piece; none is ever changed. */
export class PiecedBody {
  readonly #pieces: readonly Uint8Array[];

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces;
  }

  get length(): number {
    return this.#pieces.reduce((total, { length }) => total + length, 0);
  }

  /** These parameters of `fetch` with this body in the place of theirs. Only `leanRequest` understands them. */
  in(init: RequestInit | undefined): RequestInit {
    return { ...init, body: this } as unknown as RequestInit;
  }

  /** Gives the pieces one by one, and keeps none of them. */
  stream(): ReadableStream<Uint8Array> {
    let next = 0;
    let pieces = this.#pieces;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces[next++];
          if (piece) return controller.enqueue(piece);
          pieces = [];
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  }
}

/**
 * The request in the form in which `fetch` keeps nothing of its body. A body as text would be held until the answer
 * ends, and copied once more for a redirect that could follow: twice hundreds of kilobytes for every running branch.
 * So it goes out as a stream that lets go of what it gave, and a redirect is an error (then no copy is kept for one).
 */
export function leanRequest(init: RequestInit | undefined): RequestInit {
  const request: RequestInit = { ...init, redirect: 'error', window: null };
  const body = piecedBody(init?.body);
  if (!body) return request;
  const headers = new Headers(init?.headers);
  // A stream of unknown length would be sent in chunks, which some servers do not take.
  headers.set('content-length', String(body.length));
  return { ...request, headers, body: body.stream(), duplex: 'half' } as RequestInit;
}

function piecedBody(body: unknown): PiecedBody | null {
  if (body instanceof PiecedBody) return body;
  return typeof body === 'string' ? new PiecedBody([Buffer.from(body)]) : null;
}
