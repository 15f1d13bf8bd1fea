import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelErrorKind } from './model-adapter.ts';
import { build, run } from './testing/exchange.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { claudeEvents, completion, refuse, sendEvents } from './testing/vendor-answers.ts';
import { ANTHROPIC, DASHSCOPE, DEEPSEEK, OPENAI, PLAIN, type Vendor } from './testing/vendors.ts';

let server: RecordingProxy | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function failed(vendor: Vendor, write: (response: ServerResponse) => void) {
  server = await startRecordingProxy({ answer: write });
  const adapter = vendor.adapter(server.url);
  const { error, firstBytes } = await run(adapter, build(adapter.dialect, { model: vendor.model }));
  expect(server.requests, 'nothing is retried here').toHaveLength(1);
  expect(error).not.toBeNull();
  const { kind, status, retryAfterMs, message = '' } = error ?? {};
  expect(message).toMatch(/^[^\n]{20,600}$/);
  expect(message).not.toContain('test-key');
  return { kind, status, retryAfterMs, message, firstBytes };
}

type Body = object | string;
interface Case {
  readonly from: Vendor;
  readonly answer: readonly [status: number, body: Body, headers?: Readonly<Record<string, string>>];
  readonly kind: ModelErrorKind;
  readonly retryAfterMs?: number;
  readonly says: RegExp;
}

const claude = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
const openai = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});

// The services' own texts, as they answer to such requests.
const CASES: Readonly<Record<string, Case>> = {
  'OpenAI: a wrong key': {
    from: OPENAI,
    answer: [401, openai('Incorrect API key provided: test-key.', 'invalid_request_error', 'invalid_api_key')],
    kind: 'auth',
    says: /^The key for OpenAI was refused \(401\)\. Check OPENAI_API_KEY or set the key in Settings\. OpenAI said: "Incorrect API key provided: \[key\]\."$/,
  },
  'OpenAI: nothing left to spend': {
    from: OPENAI,
    answer: [429, openai('You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota')],
    kind: 'quota',
    says: /^The quota for OpenAI is used up \(429\)\. Check the key's plan and billing/,
  },
  'OpenAI: a rate limit with Retry-After': {
    from: OPENAI,
    answer: [429, openai('Rate limit reached for requests', 'requests', 'rate_limit_exceeded'), { 'retry-after': '7' }],
    kind: 'rate-limit',
    retryAfterMs: 7_000,
    says: /^The rate limit of OpenAI is reached \(429\)\. Try again in 7 s\.$/,
  },
  'OpenAI: a rate limit with milliseconds': {
    from: OPENAI,
    answer: [429, openai('Slow down', 'requests'), { 'retry-after-ms': '1500', 'retry-after': '2' }],
    kind: 'rate-limit',
    retryAfterMs: 1_500,
    says: /Try again in 2 s\.$/,
  },
  'OpenAI: a rate limit with reset times, of which one is used up': {
    from: OPENAI,
    answer: [
      429,
      openai('Rate limit reached for gpt-6.2-sol on tokens per min (TPM)', 'tokens', 'rate_limit_exceeded'),
      {
        'x-ratelimit-remaining-requests': '99',
        'x-ratelimit-reset-requests': '8m0s',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1m6.5s',
      },
    ],
    kind: 'rate-limit',
    retryAfterMs: 66_500,
    says: /Try again in 67 s\.$/,
  },
  'OpenAI: a rate limit with the wait in words': {
    from: OPENAI,
    answer: [429, openai('Rate limit reached. Please try again in 1.25s. Visit the docs.', 'tokens')],
    kind: 'rate-limit',
    retryAfterMs: 1_250,
    says: /Try again in 2 s\.$/,
  },
  'OpenAI: too long': {
    from: OPENAI,
    answer: [
      400,
      openai(
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
        'invalid_request_error',
        'context_length_exceeded',
      ),
    ],
    kind: 'context-exceeded',
    says: /^The conversation is too long for "gpt-6\.2-sol" \(400\)\. Fork from an earlier message/,
  },
  'OpenAI: an unknown model': {
    from: OPENAI,
    answer: [404, openai('The model `gpt-6.2-sol` does not exist', 'invalid_request_error', 'model_not_found')],
    kind: 'not-found',
    says: /^OpenAI has no model "gpt-6\.2-sol" \(404\)\./,
  },
  'OpenAI: overloaded': {
    from: OPENAI,
    answer: [503, openai('The engine is currently overloaded', 'server_error')],
    kind: 'overloaded',
    says: /^OpenAI is overloaded or has a fault \(503\)\. Wait a minute and try again\.$/,
  },
  'OpenAI: content': {
    from: OPENAI,
    answer: [400, openai('Invalid prompt: flagged by our safety system.', 'invalid_request_error', 'invalid_prompt')],
    kind: 'invalid-request',
    says: /^OpenAI blocked the request for its content \(400\)\. Say it in other words/,
  },
  'OpenAI: a parameter': {
    from: OPENAI,
    answer: [400, openai("Unsupported value: 'temperature'", 'invalid_request_error', 'unsupported_value')],
    kind: 'invalid-request',
    says: /OpenAI said: "Unsupported value: 'temperature'"$/,
  },
  'OpenAI: an output cap, which is no length': {
    from: OPENAI,
    answer: [
      400,
      openai('max_tokens is too large: 200000. This model supports at most 64000.', 'invalid_request_error'),
    ],
    kind: 'invalid-request',
    says: /refused the request/,
  },
  'a gateway: a rate that it calls a size (413)': {
    from: PLAIN,
    answer: [413, openai('Request too large on tokens per minute (TPM): Limit 6000, Requested 9000', 'tokens')],
    kind: 'rate-limit',
    says: /^The rate limit of the model server is reached \(413\)\./,
  },
  'DeepSeek: no balance': {
    from: DEEPSEEK,
    answer: [402, openai('Insufficient Balance', 'unknown_error', 'invalid_request_error')],
    kind: 'quota',
    says: /^The quota for DeepSeek is used up \(402\)\./,
  },
  'DeepSeek: a message that it cannot take (422)': {
    from: DEEPSEEK,
    answer: [422, openai('Failed to deserialize the JSON body', 'invalid_request_error')],
    kind: 'invalid-request',
    says: /^DeepSeek refused the request \(422\)\./,
  },
  'DashScope: too long': {
    from: DASHSCOPE,
    answer: [
      400,
      openai('Range of input length should be [1, 129024]', 'invalid_request_error', 'invalid_parameter_error'),
    ],
    kind: 'context-exceeded',
    says: /too long for "qwen4-max"/,
  },
  'DashScope: an error without a frame': {
    from: DASHSCOPE,
    answer: [401, { code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'r' }],
    kind: 'auth',
    says: /^The key for DashScope was refused \(401\)\. Check DASHSCOPE_API_KEY/,
  },
  'DashScope: content': {
    from: DASHSCOPE,
    answer: [
      400,
      openai('Input data may contain inappropriate content.', 'data_inspection_failed', 'data_inspection_failed'),
    ],
    kind: 'invalid-request',
    says: /blocked the request for its content/,
  },
  'llama.cpp: too long': {
    from: PLAIN,
    answer: [
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9000,
          n_ctx: 4096,
        },
      },
    ],
    kind: 'context-exceeded',
    says: /too long/,
  },
  'llama.cpp: still loading': {
    from: PLAIN,
    answer: [503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }],
    kind: 'overloaded',
    says: /^The model server is overloaded or has a fault \(503\)/,
  },
  'Ollama: an unknown model': {
    from: PLAIN,
    answer: [404, { error: 'model "qwen3-coder:30b" not found, try pulling it first' }],
    kind: 'not-found',
    says: /^The model server has no model "qwen3-coder:30b" \(404\)/,
  },
  'vLLM: too long, as an object': {
    from: PLAIN,
    answer: [
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    ],
    kind: 'context-exceeded',
    says: /too long/,
  },
  'Anthropic: a wrong key': {
    from: ANTHROPIC,
    answer: [401, claude('authentication_error', 'invalid x-api-key')],
    kind: 'auth',
    says: /^The key for Anthropic was refused \(401\)\. Check ANTHROPIC_API_KEY or set the key in Settings\./,
  },
  'Anthropic: no credit, as a bad request': {
    from: ANTHROPIC,
    answer: [400, claude('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')],
    kind: 'quota',
    says: /^The quota for Anthropic is used up \(400\)\./,
  },
  'Anthropic: billing': {
    from: ANTHROPIC,
    answer: [402, claude('billing_error', 'There is an issue with your billing.')],
    kind: 'quota',
    says: /\(402\)/,
  },
  'Anthropic: a rate limit': {
    from: ANTHROPIC,
    answer: [
      429,
      claude('rate_limit_error', 'This request would exceed your rate limit of 30,000 input tokens per minute.'),
      { 'retry-after': '12', 'anthropic-ratelimit-input-tokens-reset': '2026-11-30T00:00:00Z' },
    ],
    kind: 'rate-limit',
    retryAfterMs: 12_000,
    says: /Try again in 12 s\.$/,
  },
  'Anthropic: overloaded': {
    from: ANTHROPIC,
    answer: [529, claude('overloaded_error', 'Overloaded')],
    kind: 'overloaded',
    says: /^Anthropic is overloaded or has a fault \(529\)\./,
  },
  'Anthropic: too long': {
    from: ANTHROPIC,
    answer: [400, claude('invalid_request_error', 'prompt is too long: 214300 tokens > 200000 maximum')],
    kind: 'context-exceeded',
    says: /too long for "claude-sonnet-5-5" \(400\)/,
  },
  'Anthropic: too long together with the cap': {
    from: ANTHROPIC,
    answer: [
      400,
      claude('invalid_request_error', 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000'),
    ],
    kind: 'context-exceeded',
    says: /too long/,
  },
  'Anthropic: too many bytes': {
    from: ANTHROPIC,
    answer: [413, claude('request_too_large', 'Request exceeds the maximum size')],
    kind: 'context-exceeded',
    says: /\(413\)/,
  },
  'Anthropic: an unrelated bad request': {
    from: ANTHROPIC,
    answer: [400, claude('invalid_request_error', 'messages.1.content.0: unexpected `tool_use_id`')],
    kind: 'invalid-request',
    says: /^Anthropic refused the request \(400\)\..*unexpected `tool_use_id`/,
  },
};

it.each(Object.entries(CASES))('%s', async (_, { from, answer, kind, retryAfterMs, says }) => {
  const error = await failed(from, (response) => refuse(response, ...answer));
  expect(error).toMatchObject({ kind, status: answer[0], retryAfterMs: retryAfterMs ?? null, firstBytes: 0 });
  expect(error.message).toMatch(says);
});

describe('an error inside a 200 stream', () => {
  const half = completion({ content: 'Half' });
  const half2 = claudeEvents([{ start: { type: 'text', text: 'Half' }, deltas: [] }], null);

  it.each<[string, Vendor, readonly object[], ModelErrorKind, number]>([
    ['of OpenAI', OPENAI, [half, openai('The server had an error', 'server_error')], 'overloaded', 500],
    ['of OpenAI, a rate limit', OPENAI, [half, openai('Slow', 'tokens', 'rate_limit_exceeded')], 'rate-limit', 429],
    [
      'of llama.cpp',
      PLAIN,
      [half, { error: { code: 500, message: 'broke', type: 'server_error' } }],
      'overloaded',
      500,
    ],
    ['of a server that knows only words', PLAIN, [half, { error: 'an error was encountered' }], 'overloaded', 500],
    ['of Anthropic', ANTHROPIC, [...half2, claude('overloaded_error', 'Overloaded')], 'overloaded', 529],
    ['of Anthropic, first of all', ANTHROPIC, [claude('rate_limit_error', 'Slow')], 'rate-limit', 429],
    ['of Anthropic, of an unknown kind', ANTHROPIC, [...half2, claude('new_error', 'Hm')], 'overloaded', 500],
  ])('%s is found', async (_, vendor, events, kind, status) => {
    const error = await failed(vendor, (response) => {
      sendEvents(response, events, vendor === ANTHROPIC);
      response.end(vendor === ANTHROPIC ? '' : 'data: [DONE]\n\n');
    });
    expect(error).toMatchObject({ kind, status, firstBytes: 1 });
  });

  it('is found as the whole body of a 200', async () => {
    const error = await failed(PLAIN, (response) => refuse(response, 200, openai('Slow down', 'rate_limit_exceeded')));
    expect(error).toMatchObject({ kind: 'rate-limit', status: 429 });
  });
});

it('takes an end for want of capacity for an overload', async () => {
  const error = await failed(DEEPSEEK, (response) => {
    sendEvents(response, [completion({ content: 'Half' }), completion({}, 'insufficient_system_resource')], false);
    response.end('data: [DONE]\n\n');
  });
  expect(error).toMatchObject({ kind: 'overloaded', status: 503 });
});

it('takes an end at the full context for what it is', async () => {
  const error = await failed(ANTHROPIC, (response) => {
    sendEvents(response, claudeEvents([], 'model_context_window_exceeded'), true);
    response.end();
  });
  expect(error.kind).toBe('context-exceeded');
});

const html = '<!doctype html><html><body>Sign in</body></html>';

describe.each([OPENAI, PLAIN, ANTHROPIC])('$name', (vendor) => {
  it.each<[string, number, string, string, ModelErrorKind]>([
    ['a web page with 200', 200, 'text/html; charset=utf-8', html, 'not-an-api'],
    ['a web page with 404', 404, 'text/html', html, 'not-an-api'],
    ['a web page with 502', 502, 'text/html', html, 'overloaded'],
    ['JSON of another service', 200, 'application/json', '{"object":"list"}', 'not-an-api'],
    ['plain text', 200, 'text/plain', 'It works!', 'not-an-api'],
    ['a bare 404', 404, 'text/plain', '404 page not found', 'not-an-api'],
  ])('tells %s from the API', async (_, status, contentType, body, kind) => {
    const error = await failed(vendor, (response) =>
      response.writeHead(status, { 'content-type': contentType }).end(body),
    );
    expect(error.kind).toBe(kind);
    if (kind === 'not-an-api') expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answers, but not as /);
  });

  it('follows no redirect, since the key would go along', async () => {
    const elsewhere = await startRecordingProxy({ answer: (response) => void response.end() });
    const error = await failed(vendor, (response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect(error.kind).toBe('not-an-api');
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.close();
  });

  it('says that nothing answers, and that a host cannot be found', async () => {
    const closed = await startRecordingProxy({ answer: () => undefined });
    await closed.close();
    const refused = await run(vendor.adapter(closed.url));
    expect(refused.error?.kind).toBe('network');
    expect(refused.error?.message).toMatch(
      /^Nothing answers at http:\/\/127\.0\.0\.1:\d+\. Check the network\. Check \w+_BASE_URL/,
    );
    const unknown = await run(vendor.adapter('http://no-such-host.invalid'));
    expect(unknown.error?.message).toMatch(/^The host of http:\/\/no-such-host\.invalid cannot be found\./);
  });
});
