import type { ClientOptions } from 'openai';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { createOpenAiDialect } from '../../core/providers/openai-dialect.ts';
import type { OpenAiProfile } from '../../core/providers/openai-profiles.ts';
import { type ModelAdapter, type ModelChunk, ModelError, type StreamOptions } from './model-adapter.ts';
import { OpenAiAnswer, type OpenAiEvent } from './openai-answer.ts';
import { openAiBody } from './openai-body.ts';
import { ServiceErrors } from './service-errors.ts';
import { LONGEST_MS, SILENCE_MS, streamAnswer } from './stream-answer.ts';
import { parseVendorRefusal, refusalOfSdkError } from './vendor-refusal.ts';

export interface OpenAiOptions {
  readonly profile: OpenAiProfile;
  /** May be empty where the profile needs none. */
  readonly apiKey: string;
  /** With the API version, as in `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Milliseconds without any byte after which a request is given up; 120,000 if absent. */
  readonly silenceMs?: number;
  /** What a person can do about the key; it ends the sentence of a refused one. */
  readonly keyAdvice?: string;
}

/**
 * Services that speak OpenAI's chat completions. One call of `stream` is one HTTP request; only a server that refuses to
 * be asked for usage is asked again without, once in the adapter's life: a refusal is neither billed nor read.
 */
export function createOpenAiAdapter(options: OpenAiOptions): ModelAdapter {
  const { profile, baseUrl, silenceMs = SILENCE_MS } = options;
  const { service, keyVariable, urlVariable } = profile;
  const key = options.apiKey.trim();
  const errors = new ServiceErrors({
    service,
    keyAdvice: options.keyAdvice ?? `Check ${keyVariable} or set the key in Settings.`,
    addressAdvice: `Check ${urlVariable} or the address in Settings.`,
    baseUrl,
    key,
    parse: parseVendorRefusal,
  });
  let asksUsage = true;

  async function* stream(request: BuiltRequest, streamOptions: StreamOptions) {
    try {
      yield* once(request, streamOptions);
    } catch (error) {
      if (!asksUsage || !profile.mayRefuseUsage || !refusesUsage(error)) throw error;
      asksUsage = false;
      yield* once(request, streamOptions);
    }
  }

  async function* once(request: BuiltRequest, streamOptions: StreamOptions) {
    if (profile.needsKey || key !== '') errors.requireKey();
    const { OpenAI } = await import('openai');
    const { family, sharedMessages, callId } = streamOptions;
    yield* streamAnswer<OpenAiEvent>({
      model: request.snapshot.model,
      errors,
      silenceMs,
      options: streamOptions,
      answer: new OpenAiAnswer(callId),
      open: async (fetch, signal) => {
        const client = new OpenAI({ ...clientOptions(profile, key), baseURL: baseUrl, fetch });
        const body = openAiBody(request, profile, { family, sharedMessages, asksUsage });
        return (await client.chat.completions.create(body, { signal })) as AsyncIterable<OpenAiEvent>;
      },
      refusalOf: refusalOfSdkError,
    });
  }

  return {
    provider: 'openai',
    dialect: createOpenAiDialect(profile.style),
    cache: profile.cache,
    stream: (request, streamOptions): AsyncIterable<ModelChunk> => stream(request, streamOptions),
  };
}

function refusesUsage(error: unknown): boolean {
  return error instanceof ModelError && error.kind === 'invalid-request' && /stream_options/.test(error.message);
}

/**
 * Everything is named, because the SDK would take what is absent from the environment of the process. Its own time
 * limit is set beyond use: silence is what ends a request.
 */
function clientOptions({ headers }: OpenAiProfile, key: string): ClientOptions {
  return {
    apiKey: key === '' ? 'none' : key,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: LONGEST_MS,
    logLevel: 'off',
    // A server that asks for no key is not given one.
    defaultHeaders: { ...headers, ...(key === '' ? { authorization: null } : {}) },
  };
}
