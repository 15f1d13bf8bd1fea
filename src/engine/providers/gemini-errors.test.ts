import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createGeminiAdapter } from './gemini.ts';
import type { ModelErrorKind } from './model-adapter.ts';
import { run } from './testing/exchange.ts';
import { refuseWith, sendEvents } from './testing/gemini-answers.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

const KEY = 'AIzaSyTest-0123456789_abcdefghijklmnop';

let server: RecordingProxy | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function failed(write: (response: ServerResponse) => void) {
  server = await startRecordingProxy({ answer: write });
  const outcome = await run(
    createGeminiAdapter({ provider: 'gemini', apiKey: KEY, baseUrl: server.url, cacheTtlMs: 1 }),
  );
  expect(server.requests, 'nothing is retried here').toHaveLength(1);
  expect(outcome.error).not.toBeNull();
  const { kind, status, retryAfterMs, message = '' } = outcome.error ?? {};
  expect(message).not.toContain(KEY);
  expect(message).toMatch(/^[^\n]{20,600}$/);
  return { kind, status, retryAfterMs, message, firstBytes: outcome.firstBytes };
}

const quotaFailure = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaId, quotaValue: '20' }],
});
const retryInfo = (retryDelay: string) => ({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay });
const keyInvalid = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' };

// The provider's texts are what Gemini answers to such requests.
const EXCEEDED = 'You exceeded your current quota, please check your plan and billing details.';
const TOKENS = 'The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).';

interface Case {
  answer: [code: number, status: string, message: string, options?: Parameters<typeof refuseWith>[4]];
  kind: ModelErrorKind;
  retryAfterMs?: number;
  says: RegExp;
}

const CASES: Record<string, Case> = {
  'a key that is not valid': {
    answer: [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', { details: [keyInvalid] }],
    kind: 'auth',
    says: /^The key for Gemini was refused \(400\)\. Check GEMINI_API_KEY or set the key in Settings\.$/,
  },
  'a key that may not': {
    answer: [403, 'PERMISSION_DENIED', `The key ${KEY} was reported as leaked.`],
    kind: 'auth',
    says: /^The key for Gemini was refused \(403\)\. Check GEMINI_API_KEY or set the key in Settings\. Gemini said: "The key \[key\] was reported as leaked\."$/,
  },
  'no credentials': { answer: [401, 'UNAUTHENTICATED', 'Login.'], kind: 'auth', says: /refused \(401\)/ },
  'an unknown model': {
    answer: [404, 'NOT_FOUND', 'models/gemini-3.8-flash is not found for API version v1beta'],
    kind: 'not-found',
    says: /^Gemini has no model "gemini-3\.8-flash" \(404\)\. Choose another with the model button below the prompt, or with --model on the command line\.$/,
  },
  'a rate limit with RetryInfo': {
    answer: [
      429,
      'RESOURCE_EXHAUSTED',
      EXCEEDED,
      { details: [quotaFailure('GenerateRequestsPerMinutePerProject'), retryInfo('37.2s')] },
    ],
    kind: 'rate-limit',
    retryAfterMs: 37_200,
    says: /rate limit of Gemini is reached \(429\)\. Try again in 38 s\.$/,
  },
  'a rate limit with both waits: the header wins': {
    answer: [429, 'RESOURCE_EXHAUSTED', 'Slow down.', { details: [retryInfo('37s')], headers: { 'retry-after': '2' } }],
    kind: 'rate-limit',
    retryAfterMs: 2_000,
    says: /Try again in 2 s\.$/,
  },
  'a rate limit with a wait in words': {
    answer: [429, 'RESOURCE_EXHAUSTED', 'Please retry in 12.5s.'],
    kind: 'rate-limit',
    retryAfterMs: 12_500,
    says: /Try again in 13 s\.$/,
  },
  'a rate limit of ten minutes': {
    answer: [429, 'RESOURCE_EXHAUSTED', 'Slow down.', { headers: { 'retry-after': '600' } }],
    kind: 'rate-limit',
    retryAfterMs: 600_000,
    says: /It asks to try again only in 10 minutes\.$/,
  },
  'a rate limit without a wait': {
    answer: [429, 'RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
    kind: 'rate-limit',
    says: /Wait a minute and try again\.$/,
  },
  'a daily quota, though it names a wait': {
    answer: [
      429,
      'RESOURCE_EXHAUSTED',
      EXCEEDED,
      { details: [quotaFailure('GenerateRequestsPerDayPerProject-FreeTier'), retryInfo('40s')] },
    ],
    kind: 'quota',
    retryAfterMs: 40_000,
    says: /^The quota for Gemini is used up \(429\)\./,
  },
  'a quota of nothing': {
    answer: [429, 'RESOURCE_EXHAUSTED', EXCEEDED],
    kind: 'quota',
    says: /plan and billing/,
  },
  'a conversation that is too long': {
    answer: [400, 'INVALID_ARGUMENT', TOKENS],
    kind: 'context-exceeded',
    says: /too long/,
  },
  'a rate in tokens, which is no length': {
    answer: [400, 'INVALID_ARGUMENT', 'The input token count exceeds the limit per minute.'],
    kind: 'invalid-request',
    says: /refused the request \(400\)/,
  },
  'a rate in tokens, refused as such': {
    answer: [429, 'RESOURCE_EXHAUSTED', 'The input token count exceeds the rate limit.'],
    kind: 'rate-limit',
    says: /rate limit/,
  },
  'a location that is not served': {
    answer: [400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'],
    kind: 'invalid-request',
    says: /does not serve your location/,
  },
  'a bad request': {
    answer: [400, 'INVALID_ARGUMENT', 'Function call is missing\na thought_signature.'],
    kind: 'invalid-request',
    says: /Gemini said: "Function call is missing a thought_signature\."$/,
  },
  'an overloaded model': {
    answer: [503, 'UNAVAILABLE', 'The model is overloaded.', { headers: { 'retry-after': '3' } }],
    kind: 'overloaded',
    retryAfterMs: 3_000,
    says: /^Gemini is overloaded or has a fault \(503\)\. Try again in 3 s\.$/,
  },
  'a fault': { answer: [500, 'INTERNAL', 'Internal error'], kind: 'overloaded', says: /\(500\)/ },
  'a slow request': { answer: [408, 'DEADLINE_EXCEEDED', 'Timeout'], kind: 'overloaded', says: /\(408\)/ },
};

it.each(Object.entries(CASES))('%s', async (_, { answer, kind, retryAfterMs, says }) => {
  const error = await failed((response) => refuseWith(response, ...answer));
  expect(error).toMatchObject({ kind, status: answer[0], retryAfterMs: retryAfterMs ?? null, firstBytes: 0 });
  expect(error.message).toMatch(says);
});

it('reads a Retry-After date', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const { retryAfterMs } = await failed((response) =>
    refuseWith(response, 503, 'UNAVAILABLE', 'Later.', { headers: { 'retry-after': date } }),
  );
  expect(retryAfterMs).toBeGreaterThan(50_000);
  expect(retryAfterMs).toBeLessThanOrEqual(60_000);
});

const html = '<!doctype html><html><body>Sign in to the network</body></html>';

it.each<[string, number, string, string, ModelErrorKind]>([
  ['a web page with 200', 200, 'text/html; charset=utf-8', html, 'not-an-api'],
  ['a web page with 404', 404, 'text/html', html, 'not-an-api'],
  ['a web page with 502, as a gateway writes it', 502, 'text/html', html, 'overloaded'],
  ['JSON of another service', 200, 'application/json', '{"object":"list"}', 'not-an-api'],
  ['plain text', 200, 'text/plain', 'It works!', 'not-an-api'],
  ['an unknown path of another service', 404, 'application/json', '{"error":"no such route"}', 'not-an-api'],
])('tells %s from the API', async (_, status, contentType, body, kind) => {
  const error = await failed((response) => response.writeHead(status, { 'content-type': contentType }).end(body));
  expect(error.kind).toBe(kind);
  if (kind === 'not-an-api')
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answers, but not as Gemini does/);
});

it('follows no redirect, since the key would go along', async () => {
  const elsewhere = await startRecordingProxy({ answer: (response) => void response.end() });
  const error = await failed((response) => response.writeHead(307, { location: elsewhere.url }).end());
  expect(error.kind).toBe('not-an-api');
  expect(elsewhere.requests).toHaveLength(0);
  await elsewhere.close();
});

it.each<[string, object, ModelErrorKind, number]>([
  ['with a code', { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' }, 'overloaded', 503],
  ['with a word only', { message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' }, 'rate-limit', 429],
  ['with words only', { message: 'Something broke.' }, 'overloaded', 500],
])('finds an error %s inside a 200 stream', async (_, body, kind, status) => {
  const error = await failed((response) => {
    sendEvents(response, [
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Half' }] } }] },
      { error: body },
    ]);
    response.end();
  });
  expect(error).toMatchObject({ kind, status, firstBytes: 1 });
});

it('finds an error that is the whole body of a 200', async () => {
  const body = JSON.stringify([{ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }]);
  const error = await failed((response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  expect(error).toMatchObject({ kind: 'rate-limit', status: 429 });
});

it.each([
  ['', /^There is no key for Gemini\. Check GEMINI_API_KEY or set the key in Settings\.$/],
  ['AIza\u2013dash', /^The key for Gemini holds a character that no key has\./],
  ['two\nlines', /^The key for Gemini holds a character that no key has\./],
])('asks nothing with the key %j', async (apiKey, says) => {
  server = await startRecordingProxy({ answer: (response) => void response.end() });
  const { error } = await run(createGeminiAdapter({ provider: 'gemini', apiKey, baseUrl: server.url, cacheTtlMs: 1 }));
  expect(error?.kind).toBe('auth');
  expect(error?.message).toMatch(says);
  expect(server.requests).toHaveLength(0);
});

it('says that nothing answers', async () => {
  const closed = await startRecordingProxy({ answer: () => undefined });
  await closed.close();
  const { error } = await run(
    createGeminiAdapter({ provider: 'gemini', apiKey: KEY, baseUrl: closed.url, cacheTtlMs: 1 }),
  );
  expect(error?.kind).toBe('network');
  expect(error?.message).toBe(
    `Nothing answers at ${closed.url}. Check the network. Check GOOGLE_GEMINI_BASE_URL or the address in Settings.`,
  );
});

it('says that a host cannot be found', async () => {
  const baseUrl = 'http://no-such-host.invalid/some/path';
  const { error } = await run(createGeminiAdapter({ provider: 'gemini', apiKey: KEY, baseUrl, cacheTtlMs: 1 }));
  expect(error?.kind).toBe('network');
  expect(error?.message).toMatch(/^The host of http:\/\/no-such-host\.invalid cannot be found\./);
});
