import { z } from 'zod';
import type { ApiRefusal } from './api-refusal.ts';
import { durationMs } from './server-wait.ts';

const bodySchema = z.looseObject({
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
  message: z.string().nullish(),
  status: z.number().nullish(),
});

/** HTTP statuses that the vendors' words for errors stand for; needed where an error comes inside a stream. */
const STATUS: Readonly<Record<string, number>> = {
  // Anthropic's types.
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
  // OpenAI's types and codes.
  invalid_api_key: 401,
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
  requests: 429,
  tokens: 429,
  model_not_found: 404,
  context_length_exceeded: 400,
  server_error: 500,
  server_is_overloaded: 503,
  // llama.cpp, DashScope.
  exceed_context_size_error: 400,
  unavailable_error: 503,
  InvalidParameter: 400,
  InvalidApiKey: 401,
  Arrearage: 400,
  Throttling: 429,
};

/**
 * Reads an error body of Anthropic, OpenAI or a service that speaks like them: `{error: {message, type, code}}`, the
 * same without the frame, or a bare sentence. Null when the text is no such error.
 */
export function parseVendorRefusal(text: string): ApiRefusal | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return refusalOf(value);
}

/** The error that an SDK parsed out of a stream and put on its own; null when it carries none. */
export function refusalOfSdkError(thrown: unknown): ApiRefusal | null {
  if (!(thrown instanceof Error) || !('error' in thrown)) return null;
  const { error } = thrown;
  const isFramed = typeof error === 'object' && error !== null && 'error' in error;
  return refusalOf(isFramed ? error : { error });
}

function refusalOf(value: unknown): ApiRefusal | null {
  if (typeof value !== 'object' || value === null) return null;
  const framed = 'error' in value ? value.error : isBareError(value) ? value : null;
  if (typeof framed === 'string')
    return framed === '' ? null : { code: null, message: framed, words: [], retryAfterMs: null };
  const parsed = bodySchema.safeParse(framed);
  if (!parsed.success) return null;
  const { type, code, message, status } = parsed.data;
  const words = [type, code].filter((word): word is string => typeof word === 'string' && word !== '');
  if (!message && words.length === 0) return null;
  const given = [code, status].find((number): number is number => typeof number === 'number' && number >= 400);
  const known = words.map((word) => STATUS[word] ?? STATUS[word.split('.')[0] ?? '']).filter((number) => number);
  return {
    code: given !== undefined && given < 600 ? given : (known.at(-1) ?? null),
    message: message ?? '',
    words,
    retryAfterMs: waitIn(message ?? ''),
  };
}

/** Some servers put the error's fields at the top; an answer's own `message` or `code` must not look like one. */
function isBareError(value: object): boolean {
  const isMarked = 'object' in value && value.object === 'error';
  return isMarked || ('code' in value && 'message' in value && !('choices' in value));
}

function waitIn(message: string): number | null {
  const wait = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?(?:ms|[dhms]))+)/i.exec(message)?.[1];
  return wait === undefined ? null : durationMs(wait);
}
