import type { ApiError, GenerateContentConfig, GoogleGenAI, ThinkingLevel } from '@google/genai';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import type { Sampling } from '../../core/prefix/snapshot.ts';
import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import { type ApiRefusal, parseRefusal } from './api-refusal.ts';
import { GeminiAnswer } from './gemini-answer.ts';
import { PiecedBody } from './lean-request.ts';
import type { ModelAdapter, ModelChunk, StreamOptions } from './model-adapter.ts';
import { ServiceErrors } from './service-errors.ts';
import { joinedBytes } from './shared-bytes.ts';
import { SILENCE_MS, streamAnswer } from './stream-answer.ts';

export const GEMINI_BASE_URL = 'https://generativelanguage.googleapis.com';

export interface GeminiOptions {
  readonly provider: 'gemini' | 'demo';
  readonly apiKey: string;
  /** Without the API version. */
  readonly baseUrl?: string;
  /** How long the service keeps a prefix that is not read, in milliseconds. */
  readonly cacheTtlMs: number;
  /** Least prefix that is cached, in tokens; if absent it depends on the model. */
  readonly cacheMinimumTokens?: number;
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
  const errors = new ServiceErrors({
    ...(provider === 'demo' ? DEMO_WORDS : GEMINI_WORDS),
    ...(options.keyAdvice === undefined ? {} : { keyAdvice: options.keyAdvice }),
    baseUrl,
    key,
    parse: parseRefusal,
  });
  let client: GoogleGenAI | undefined;

  async function* stream(request: BuiltRequest, streamOptions: StreamOptions) {
    errors.requireKey();
    client ??= await createClient(key, baseUrl);
    const { models } = client;
    const { model, sampling } = request.snapshot;
    yield* streamAnswer({
      model,
      errors,
      silenceMs,
      options: streamOptions,
      answer: new GeminiAnswer(streamOptions.callId),
      open: (fetch, abortSignal) =>
        models.generateContentStream({
          model,
          contents: REPLACED,
          config: {
            ...generationConfig(model, sampling),
            automaticFunctionCalling: { disable: true },
            automaticContinuation: false,
            abortSignal,
            httpOptions: { fetch: (input, init) => fetch(input, bodyOf(request, init?.body).in(init)) },
          },
        }),
      refusalOf,
    });
  }

  return {
    provider,
    dialect: geminiDialect,
    cache: {
      ttlMs: options.cacheTtlMs,
      readableAfter: 'first-byte',
      minimumTokens: options.cacheMinimumTokens ?? 'by-model',
    },
    stream: (request, streamOptions): AsyncIterable<ModelChunk> => stream(request, streamOptions),
  };
}

/** Loads the SDK with the first request, not with the app: that takes a quarter of a second. */
async function createClient(apiKey: string, baseUrl: string): Promise<GoogleGenAI> {
  const sdk = await import('@google/genai');
  // Everything is named, because the SDK would take what is absent from the environment of the process.
  return new sdk.GoogleGenAI({ apiKey, vertexai: false, apiVersion: 'v1beta', httpOptions: { baseUrl } });
}

function refusalOf(thrown: unknown): ApiRefusal | null {
  if (!isApiError(thrown)) return null;
  const inWords = parseRefusal(thrown.message.slice(thrown.message.indexOf('{')));
  return inWords ?? { code: thrown.status, message: '', words: [], retryAfterMs: null };
}

function isApiError(thrown: unknown): thrown is ApiError {
  return thrown instanceof Error && thrown.name === 'ApiError';
}

/**
 * The SDK rewrites contents, tools and system text: keys in its own order, keys that it does not know left out. Bytes
 * of the prefix must not change, so it is given this, and the built segments take its place just before the body leaves.
 */
const REPLACED = [{ role: 'user', parts: [] }];

/**
 * The SDK's body with the built bytes in it. They go out as they are, from memory that all branches share: a fork's
 * request is mostly its parent's, and to serialise hundreds of kilobytes anew for each of eight siblings would take
 * longer than all the rest of a launch.
 */
function bodyOf({ body: { tools, system }, segments }: BuiltRequest, sdkBody: unknown): PiecedBody {
  const { contents: _, ...parameters } = JSON.parse(String(sdkBody)) as Record<string, unknown>;
  const [toolsSegment, systemSegment, ...messages] = segments;
  const members = [
    ...(system === null ? [] : [`"systemInstruction":${systemSegment?.text}`]),
    ...(Array.isArray(tools) && tools.length > 0 ? [`"tools":${toolsSegment?.text}`] : []),
    ...Object.entries(parameters).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`),
  ];
  return new PiecedBody([
    Buffer.from('{"contents":['),
    ...joinedBytes(messages),
    Buffer.from(`],${members.join(',')}}`),
  ]);
}

function generationConfig(model: string, { thinkingLevel, ...sampling }: Sampling): GenerateContentConfig {
  // Models before 2.5 do not think, and refuse to be asked about it.
  if (/^gemini-(1|2\.0)|^gemma/.test(model)) return sampling;
  const level = thinkingLevel && { thinkingLevel: thinkingLevel.toUpperCase() as ThinkingLevel };
  return { ...sampling, thinkingConfig: { includeThoughts: true, ...level } };
}
