import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import type { ProviderCache } from '../../core/prefix/cache-rules.ts';
import type { Dialect } from '../../core/providers/dialect.ts';
import type { Part } from '../../core/session/message.ts';
import type { Usage } from '../../core/session/usage.ts';

/** How an answer ended, in one vocabulary for all providers. Only `stop` and `tool-calls` are whole answers. */
export type FinishReason = 'stop' | 'tool-calls' | 'max-tokens' | 'safety' | 'malformed-call' | 'other';

/** What a stream brings, in order. `finish` comes exactly once and last, or the stream throws a `ModelError`. */
export type ModelChunk =
  /** Text for the live view. The same text also stands in `finish.parts`. */
  | { readonly type: 'text'; readonly text: string; readonly thought: boolean }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** The provider's own word for it. */
      readonly providerReason: string;
      /** Parts as received, signatures included; adjacent unsigned text of one kind is joined. `callId`s are fresh. */
      readonly parts: readonly Part[];
      /** Null when the provider reported none. */
      readonly usage: Usage | null;
    };

export type ModelErrorKind =
  | 'auth'
  | 'quota'
  | 'rate-limit'
  | 'overloaded'
  | 'context-exceeded'
  | 'invalid-request'
  | 'not-found'
  | 'network'
  | 'not-an-api'
  | 'stream-cut'
  | 'malformed-call'
  | 'empty-answer'
  | 'silence'
  | 'aborted';

/** A request that did not become an answer. `message` is one plain sentence with a next step. */
export class ModelError extends Error {
  readonly kind: ModelErrorKind;
  readonly status: number | null;
  /** Milliseconds that the server asked to wait. */
  readonly retryAfterMs: number | null;
  /** Usage that the provider reported before the break. */
  readonly usage: Usage | null;

  constructor(
    kind: ModelErrorKind,
    message: string,
    options: { status?: number | null; retryAfterMs?: number | null; usage?: Usage | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ModelError';
    this.kind = kind;
    this.status = options.status ?? null;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.usage = options.usage ?? null;
  }
}

export interface StreamOptions {
  /** Names the fork family (the session): providers that route by a cache key get the same one for all its branches. */
  readonly family: string;
  /** How many messages, from the first on, the branch inherited from its parent: where the shared prefix ends. */
  readonly sharedMessages: number;
  readonly signal: AbortSignal;
  /** Makes a session-unique id for a call. */
  callId(): string;
  /** Told once, when the first byte of the answer's body arrived. */
  onFirstByte(): void;
  /** Told what has been counted so far, whenever that has changed. */
  onUsage?(usage: Usage): void;
}

/** One provider behind its own SDK. It sends what was built, changes nothing, and retries nothing. */
export interface ModelAdapter {
  readonly provider: string;
  readonly dialect: Dialect;
  /** How the provider's prompt cache treats a prefix. */
  readonly cache: ProviderCache;
  stream(request: BuiltRequest, options: StreamOptions): AsyncIterable<ModelChunk>;
}
