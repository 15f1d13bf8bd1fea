import type { ApiError, GenerateContentConfig, GoogleGenAI, ThinkingLevel } from '@google/genai';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import type { Sampling } from '../../core/prefix/snapshot.ts';
import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import { parseRefusal, refusalAtEnd } from './api-refusal.ts';
import { GeminiAnswer } from './gemini-answer.ts';
import { GeminiErrors } from './gemini-errors.ts';
import { type ModelAdapter, type ModelChunk, ModelError, type StreamOptions } from './model-adapter.ts';
import { errorCode } from './plain-words.ts';
import { WatchedFetch } from './watched-fetch.ts';

export const GEMINI_BASE_URL = 'https://generativelanguage.googleapis.com';

const SILENCE_MS = 120_000;

export interface GeminiOptions {
  readonly provider: 'gemini' | 'demo';
  readonly apiKey: string;
  /** Without the API version. */
  readonly baseUrl?: string;
  /** How long the service keeps a prefix that is not read, in milliseconds. */
  readonly cacheTtlMs: number;
  /** Milliseconds without any byte after which a request is given up; 120,000 if absent. */
  readonly silenceMs?: number;
  /** What a person can do about the key; it ends the sentence of a refused one. */
  readonly keyAdvice?: string;
}

const GEMINI_WORDS = {
  service: 'Gemini',
  keyAdvice: 'Check GEMINI_API_KEY or set the key in Settings.',
  addressAdvice: 'Check GOOGLE_GEMINI_BASE_URL or the address in Settings.',
};
const DEMO_WORDS = {
  service: 'the demo model',
  keyAdvice: 'Restart Forkscope.',
  addressAdvice: 'Restart Forkscope: it brings the demo model up again.',
};

/** The Gemini API, and the embedded model, which speaks it. One call of `stream` is one HTTP request. */
export function createGeminiAdapter(options: GeminiOptions): ModelAdapter {
  const { provider, baseUrl = GEMINI_BASE_URL, silenceMs = SILENCE_MS } = options;
  const key = options.apiKey.trim();
  const errors = new GeminiErrors({
    ...(provider === 'demo' ? DEMO_WORDS : GEMINI_WORDS),
    ...(options.keyAdvice === undefined ? {} : { keyAdvice: options.keyAdvice }),
    baseUrl,
    key,
  });
  let client: GoogleGenAI | undefined;

  async function* stream(request: BuiltRequest, { signal, callId, onFirstByte }: StreamOptions) {
    if (key === '') throw errors.missingKey();
    if (!/^[\x21-\x7e]+$/.test(key)) throw errors.unusableKey();
    client ??= await createClient(key, baseUrl);
    if (signal.aborted) throw errors.aborted();

    const { model } = request.snapshot;
    const ours = new AbortController();
    const abort = () => ours.abort();
    signal.addEventListener('abort', abort, { once: true });
    const watched = new WatchedFetch({
      silenceMs,
      onFirstByte,
      onSilence: abort,
      refuse: (answer) => errors.answer(answer, model, Date.now()),
    });
    const answer = new GeminiAnswer(callId);
    try {
      const events = await client.models.generateContentStream({
        model,
        contents: REPLACED,
        config: {
          ...generationConfig(model, request.snapshot.sampling),
          automaticFunctionCalling: { disable: true },
          automaticContinuation: false,
          abortSignal: ours.signal,
          httpOptions: { fetch: watched.fetch, extraBody: bodyOf(request) },
        },
      });
      for await (const event of events) yield* answer.add(event);
      if (!answer.isWhole) throw errors.cut();
    } catch (thrown) {
      const error = explain(thrown);
      if (error) throw withUsage(error, answer);
    } finally {
      signal.removeEventListener('abort', abort);
      // The SDK lets go of a stream without closing it; this closes the connection when the reader leaves early.
      abort();
    }
    yield answer.finish();

    /** What a failure was; null when it came after the answer was whole and takes nothing from it. */
    function explain(thrown: unknown): ModelError | null {
      if (signal.aborted) return errors.aborted();
      if (watched.silent) return errors.silence(silenceMs);
      if (isApiError(thrown)) {
        const inWords = parseRefusal(thrown.message.slice(thrown.message.indexOf('{')));
        return errors.refusal(inWords ?? { code: thrown.status, message: '', words: [], retryAfterMs: null }, model);
      }
      if (answer.isWhole) return null;
      const refusal = refusalAtEnd(watched.tail);
      if (refusal) return errors.refusal(refusal, model);
      if (thrown instanceof ModelError) return thrown;
      if (/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(errorCode(thrown))) return errors.silence(300_000);
      if (watched.contentType === null) return errors.connection(thrown);
      const isStream = watched.contentType.includes('text/event-stream');
      return isStream || watched.tail === '' ? errors.cut(thrown) : errors.notAnApi(200);
    }
  }

  return {
    provider,
    dialect: geminiDialect,
    cache: { ttlMs: options.cacheTtlMs, readableAfter: 'first-byte' },
    stream: (request, streamOptions): AsyncIterable<ModelChunk> => stream(request, streamOptions),
  };
}

/** Loads the SDK with the first request, not with the app: that takes a quarter of a second. */
async function createClient(apiKey: string, baseUrl: string): Promise<GoogleGenAI> {
  const sdk = await import('@google/genai');
  // Everything is named, because the SDK would take what is absent from the environment of the process.
  return new sdk.GoogleGenAI({ apiKey, vertexai: false, apiVersion: 'v1beta', httpOptions: { baseUrl } });
}

function isApiError(thrown: unknown): thrown is ApiError {
  return thrown instanceof Error && thrown.name === 'ApiError';
}

/**
 * The SDK rewrites contents, tools and system text: keys in its own order, keys that it does not know left out. Bytes
 * of the prefix must not change, so the built values go in as `extraBody`, which it merges over the body as they are;
 * this stands where it insists on contents.
 */
const REPLACED = [{ role: 'user', parts: [] }];

function bodyOf({ body: { tools, system, messages } }: BuiltRequest): Record<string, unknown> {
  return {
    contents: messages,
    ...(system === null ? {} : { systemInstruction: system }),
    ...(Array.isArray(tools) && tools.length > 0 ? { tools } : {}),
  };
}

function generationConfig(model: string, { thinkingLevel, ...sampling }: Sampling): GenerateContentConfig {
  // Models before 2.5 do not think, and refuse to be asked about it.
  if (/^gemini-(1|2\.0)|^gemma/.test(model)) return sampling;
  const level = thinkingLevel && { thinkingLevel: thinkingLevel.toUpperCase() as ThinkingLevel };
  return { ...sampling, thinkingConfig: { includeThoughts: true, ...level } };
}

function withUsage(error: ModelError, { usage }: GeminiAnswer): ModelError {
  const { kind, message, status, retryAfterMs, cause } = error;
  return usage ? new ModelError(kind, message, { status, retryAfterMs, usage, cause }) : error;
}
