import type { Usage } from '../../core/session/usage.ts';
import { type ApiRefusal, refusalAtEnd } from './api-refusal.ts';
import { type ModelChunk, ModelError, type StreamOptions } from './model-adapter.ts';
import { errorCode } from './plain-words.ts';
import type { ServiceErrors } from './service-errors.ts';
import { WatchedFetch } from './watched-fetch.ts';

export type TextChunk = Extract<ModelChunk, { type: 'text' }>;
export type FinishChunk = Extract<ModelChunk, { type: 'finish' }>;

/** Milliseconds without any byte after which a request is given up, unless an adapter is told another number. */
export const SILENCE_MS = 120_000;

/** Milliseconds in which a connection has to end after the answer's last event. */
const LAST_BYTES_MS = 1_000;

/** For an SDK's own time limit, which must never be the one that ends a request: a day. */
export const LONGEST_MS = 86_400_000;

/** Gathers one streamed answer, event by event, in the words of one provider. */
export interface StreamedAnswer<Event> {
  /** Takes the next event and returns its text for the live view. */
  add(event: Event): readonly TextChunk[];
  /** True once the provider has said how the answer ends. */
  readonly isWhole: boolean;
  /** True when nothing can come any more, though the connection is still open. */
  readonly isOver?: boolean;
  /** What was counted so far; null when nothing. */
  readonly usage: Usage | null;
  /** Set when the end that the provider named is a failure, as an overload or a full context is. */
  readonly refusal?: ApiRefusal | null;
  /** The end of a whole answer. */
  finish(): FinishChunk;
}

export interface Exchange<Event> {
  readonly model: string;
  readonly errors: ServiceErrors;
  readonly silenceMs: number;
  readonly options: Pick<StreamOptions, 'signal' | 'onFirstByte' | 'onUsage'>;
  readonly answer: StreamedAnswer<Event>;
  /** Sends the request through the SDK, with this `fetch`, until this signal aborts. */
  open(fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<AsyncIterable<Event>>;
  /** The refusal that an error of the SDK carries; null when it carries none. */
  refusalOf(thrown: unknown): ApiRefusal | null;
}

/** One HTTP request and its streamed answer. Ends with one `finish`, or throws a `ModelError` with what was counted. */
export async function* streamAnswer<Event>(exchange: Exchange<Event>): AsyncGenerator<ModelChunk, void, undefined> {
  const { answer, errors, model, silenceMs, options } = exchange;
  if (options.signal.aborted) throw errors.aborted();
  const ours = new AbortController();
  const abort = () => ours.abort();
  options.signal.addEventListener('abort', abort, { once: true });
  const watched = new WatchedFetch({
    silenceMs,
    onFirstByte: options.onFirstByte,
    onSilence: abort,
    refuse: (refused) => errors.answer(refused, model, Date.now()),
  });
  try {
    let told = '';
    for await (const event of await exchange.open(watched.fetch, ours.signal)) {
      yield* answer.add(event);
      const counted = JSON.stringify(answer.usage);
      if (answer.usage && options.onUsage && counted !== told) options.onUsage(answer.usage);
      told = counted;
      // Read on to the end all the same, or the connection could not be used again; but not for long.
      if (answer.isOver) watched.patienceMs = LAST_BYTES_MS;
    }
    if (!answer.isWhole) throw errors.cut();
    if (answer.refusal) throw errors.refusal(answer.refusal, model);
  } catch (thrown) {
    const error = explain(exchange, watched, thrown);
    if (error) throw withUsage(error, answer.usage);
  } finally {
    options.signal.removeEventListener('abort', abort);
    // An SDK may let go of a stream without closing it; this closes the connection when the reader leaves early.
    abort();
  }
  yield answer.finish();
}

/** What a failure was; null when it came after the answer was whole and takes nothing from it. */
function explain<Event>(
  { answer, errors, model, options, refusalOf, silenceMs }: Exchange<Event>,
  watched: WatchedFetch,
  thrown: unknown,
): ModelError | null {
  if (options.signal.aborted) return errors.aborted();
  if (watched.silent) return answer.isWhole ? null : errors.silence(silenceMs);
  if (watched.failure instanceof ModelError) return watched.failure;
  const inWords = refusalOf(thrown);
  if (inWords) return errors.refusal(inWords, model);
  if (answer.isWhole) return thrown instanceof ModelError ? thrown : null;
  const atEnd = refusalAtEnd(watched.tail, errors.parse);
  if (atEnd) return errors.refusal(atEnd, model);
  if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(errorCode(thrown))) return errors.silence(300_000);
  if (watched.contentType === null) return errors.connection(watched.failure ?? thrown);
  const isStream = watched.contentType.includes('text/event-stream');
  if (!isStream && watched.tail !== '') return errors.notAnApi(200);
  return thrown instanceof ModelError ? thrown : errors.cut(thrown);
}

function withUsage(error: ModelError, usage: Usage | null): ModelError {
  const { kind, message, status, retryAfterMs, cause } = error;
  return usage ? new ModelError(kind, message, { status, retryAfterMs, usage, cause }) : error;
}
