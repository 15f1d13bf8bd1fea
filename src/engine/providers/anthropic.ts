import type Anthropic from '@anthropic-ai/sdk';
import type { ClientOptions } from '@anthropic-ai/sdk';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { anthropicDialect } from '../../core/providers/anthropic-dialect.ts';
import { AnthropicAnswer } from './anthropic-answer.ts';
import { anthropicBody } from './anthropic-body.ts';
import type { ModelAdapter, ModelChunk, StreamOptions } from './model-adapter.ts';
import { ServiceErrors } from './service-errors.ts';
import { LONGEST_MS, SILENCE_MS, streamAnswer } from './stream-answer.ts';
import { parseVendorRefusal, refusalOfSdkError } from './vendor-refusal.ts';

export const ANTHROPIC_BASE_URL = 'https://api.anthropic.com';

/**
 * An entry lives five minutes, counted from the start of the request that wrote or read it. We know only when that
 * request ended, so a minute is taken off.
 */
const CACHE_TTL_MS = 240_000;

export interface AnthropicOptions {
  readonly apiKey: string;
  /** Without the API version. */
  readonly baseUrl?: string;
  /** Milliseconds without any byte after which a request is given up; 120,000 if absent. */
  readonly silenceMs?: number;
  /** What a person can do about the key; it ends the sentence of a refused one. */
  readonly keyAdvice?: string;
}

/** Anthropic's Messages API. One call of `stream` is one HTTP request. */
export function createAnthropicAdapter(options: AnthropicOptions): ModelAdapter {
  const { baseUrl = ANTHROPIC_BASE_URL, silenceMs = SILENCE_MS } = options;
  const key = options.apiKey.trim();
  const errors = new ServiceErrors({
    service: 'Anthropic',
    keyAdvice: options.keyAdvice ?? 'Check ANTHROPIC_API_KEY or set the key in Settings.',
    addressAdvice: 'Check ANTHROPIC_BASE_URL or the address in Settings.',
    baseUrl,
    key,
    parse: parseVendorRefusal,
  });

  async function* stream(request: BuiltRequest, streamOptions: StreamOptions) {
    errors.requireKey();
    const sdk = await import('@anthropic-ai/sdk');
    yield* streamAnswer<Anthropic.RawMessageStreamEvent>({
      model: request.snapshot.model,
      errors,
      silenceMs,
      options: streamOptions,
      answer: new AnthropicAnswer(streamOptions.callId),
      open: (fetch, signal) => {
        const client = new sdk.Anthropic({ ...clientOptions(key, baseUrl), baseURL: baseUrl, fetch });
        return client.messages.create(anthropicBody(request, streamOptions.sharedMessages), { signal });
      },
      refusalOf: refusalOfSdkError,
    });
  }

  return {
    provider: 'anthropic',
    dialect: anthropicDialect,
    cache: { ttlMs: CACHE_TTL_MS, readableAfter: 'first-byte', minimumTokens: 'by-model' },
    stream: (request, streamOptions): AsyncIterable<ModelChunk> => stream(request, streamOptions),
  };
}

/**
 * Everything is named, because the SDK would take what is absent from the environment of the process. Its own time
 * limit is set beyond use: silence is what ends a request.
 */
function clientOptions(apiKey: string, baseUrl: string): ClientOptions {
  // The SDK sends a bearer token, which Anthropic takes; gateways in front of it may still look for the older header.
  const defaultHeaders = baseUrl === ANTHROPIC_BASE_URL ? {} : { 'x-api-key': apiKey };
  return { apiKey, webhookKey: null, maxRetries: 0, timeout: LONGEST_MS, logLevel: 'off', defaultHeaders };
}
