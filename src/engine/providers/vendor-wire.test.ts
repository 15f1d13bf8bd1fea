import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import type { Snapshot } from '../../core/prefix/snapshot.ts';
import type { Message } from '../../core/session/message.ts';
import type { StreamOptions } from './model-adapter.ts';
import { build, message, run, text } from './testing/exchange.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { refuse } from './testing/vendor-answers.ts';
import {
  ANTHROPIC,
  DASHSCOPE,
  DEEPSEEK,
  OLDER_OPENAI,
  OPENAI,
  PLAIN,
  VENDORS,
  type Vendor,
} from './testing/vendors.ts';

let vendor: Vendor;
let proxy: RecordingProxy;
beforeEach(async () => {
  proxy = await startRecordingProxy({ answer: (response) => vendor.answer(response, { text: 'ok' }) });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
});

const tools = [{ name: 'agent', description: 'Starts.', parameters: { type: 'object', properties: {} } }];

/** Sends one request and returns its parsed body. */
async function sent(
  to: Vendor,
  snapshot: Partial<Snapshot> = {},
  messages?: readonly Message[],
  options: Partial<StreamOptions> = {},
): Promise<Record<string, unknown> & { messages: Record<string, unknown>[] }> {
  vendor = to;
  const adapter = to.adapter(proxy.url);
  const { error } = await run(adapter, build(adapter.dialect, { model: to.model, ...snapshot }, messages), options);
  expect(error).toBeNull();
  return JSON.parse(proxy.requests.at(-1)?.body.toString() ?? '');
}

const calls = ['a', 'b'].map((id) => ({ kind: 'call', callId: id, wireId: id, name: 'agent', args: {} }) as const);
const history = [message('user', text('go')), message('model', text('I fork.'), ...calls)];
function fork(to: Vendor): readonly Message[] {
  const { forkShape } = to.adapter(proxy.url).dialect;
  return [...history, ...buildForkedMessages(history, 'Do one part.', forkShape, (purpose) => purpose).added];
}

/** Where markers stand in a parsed body, as paths; and the markers themselves. */
function marks(value: unknown, key: string, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === key ? [path.slice(1)] : marks(inner, key, `${path}.${name}`),
  );
}

describe('OpenAI', () => {
  it('gets one cache key for the whole family, and breakpoints at the ends of what is shared', async () => {
    const parent = await sent(OPENAI, { tools }, history.slice(0, 1), { family: 'session-7' });
    const child = await sent(OPENAI, { tools }, fork(OPENAI), { family: 'session-7', sharedMessages: 2 });
    for (const body of [parent, child]) {
      expect(body.prompt_cache_key).toBe('forkscope-session-7');
      expect(body.prompt_cache_options).toEqual({ mode: 'explicit' });
    }
    // System text, question, answer, two placeholders, directive.
    expect(child.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    expect(marks(child, 'prompt_cache_breakpoint')).toEqual([
      'messages.1.content.0',
      'messages.4.content.0',
      'messages.5.content.0',
    ]);
    expect(marks(parent, 'prompt_cache_breakpoint')).toEqual(['messages.1.content.0']);
  });

  it('of before GPT-5.6 is told of no breakpoint, which it would refuse', async () => {
    const body = await sent(OLDER_OPENAI, { tools }, fork(OLDER_OPENAI), { sharedMessages: 2 });
    expect(JSON.stringify(body)).not.toMatch(/breakpoint|prompt_cache_options/);
    expect(body.prompt_cache_key).toBe('forkscope-family');
  });

  it.each([
    ['gpt-6.2-sol', true],
    ['gpt-5.6', true],
    ['gpt-5.10-mini', true],
    ['gpt-10', true],
    ['gpt-5.5-pro', false],
    ['gpt-5', false],
    ['gpt-4.1', false],
    ['gpt-4o', false],
    ['gpt-35-turbo', false],
    ['o3', false],
  ])('model %s takes breakpoints: %s', async (model, takes) => {
    const body = await sent(OPENAI, { model });
    expect(marks(body, 'prompt_cache_breakpoint').length > 0).toBe(takes);
  });

  it.each([
    ['gpt-6.2-sol', { max_completion_tokens: 9, reasoning_effort: 'low' }],
    ['gpt-4.1', { max_completion_tokens: 9, temperature: 0.5, top_p: 0.9 }],
  ])('model %s gets the sampling that it takes', async (model, expected) => {
    const sampling = { temperature: 0.5, topP: 0.9, maxOutputTokens: 9, thinkingLevel: 'low' } as const;
    const { messages: _, ...body } = await sent(OPENAI, { model, sampling });
    const known = ['model', 'stream', 'stream_options', 'prompt_cache_key', 'prompt_cache_options'];
    expect(Object.fromEntries(Object.entries(body).filter(([key]) => !known.includes(key)))).toEqual(expected);
  });
});

describe('DashScope', () => {
  it('gets its header and at most four markers, none on an answer', async () => {
    const body = await sent(DASHSCOPE, { tools }, fork(DASHSCOPE), { sharedMessages: 2 });
    expect(proxy.requests.at(-1)?.headers['x-dashscope-cachecontrol']).toBe('enable');
    expect(marks(body, 'cache_control')).toEqual([
      'messages.0.content.0',
      'messages.1.content.0',
      'messages.4.content.0',
      'messages.5.content.0',
    ]);
    expect(body.prompt_cache_key).toBeUndefined();
  });
});

describe('DeepSeek', () => {
  it('gets strings, and a thought with every answer, an empty one too', async () => {
    const body = await sent(DEEPSEEK, { tools, sampling: { thinkingLevel: 'high' } }, fork(DEEPSEEK));
    expect(body.messages.every(({ content }) => typeof content === 'string')).toBe(true);
    expect(body.messages[2]).toMatchObject({ role: 'assistant', reasoning_content: '' });
    expect(body.reasoning_effort).toBe('high');
  });
});

describe('a plain server', () => {
  it('gets no field that it may not know', async () => {
    const body = await sent(PLAIN, { tools, sampling: { thinkingLevel: 'low', maxOutputTokens: 5 } }, fork(PLAIN));
    expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'stream_options', 'tools']);
    expect(body.stream_options).toEqual({ include_usage: true });
    expect(body.messages.every(({ content }) => typeof content === 'string')).toBe(true);
  });

  it('that refuses to count is asked again without, and from then on at once', async () => {
    let asked = 0;
    const strict = await startRecordingProxy({
      answer: (response, { body }) => {
        asked++;
        if (body.includes('stream_options')) {
          return refuse(response, 422, { error: { message: 'stream_options: Extra inputs are not permitted' } });
        }
        PLAIN.answer(response, { text: 'ok' });
      },
    });
    const adapter = PLAIN.adapter(strict.url);
    for (const total of [2, 3]) {
      const { finish, error } = await run(adapter, build(adapter.dialect, { model: PLAIN.model }));
      expect(error).toBeNull();
      expect(finish).toMatchObject({ reason: 'stop', usage: null });
      expect(asked).toBe(total);
    }
    await strict.close();
  });
});

describe('Anthropic', () => {
  it('gets four markers: system, the end of the last request, the last placeholder, its own end', async () => {
    const body = await sent(ANTHROPIC, { tools }, fork(ANTHROPIC), { sharedMessages: 2 });
    expect(marks(body, 'cache_control')).toEqual([
      'system.0',
      'messages.0.content.0',
      'messages.2.content.1',
      'messages.2.content.2',
    ]);
    expect(body.messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a' },
      { type: 'tool_result', tool_use_id: 'b', cache_control: { type: 'ephemeral' } },
      { type: 'text' },
    ]);
  });

  it.each([
    ['claude-sonnet-5-5', {}, { max_tokens: 32_000 }],
    ['claude-3-5-haiku-20241022', {}, { max_tokens: 8_192 }],
    ['claude-3-opus-20240229', { thinkingLevel: 'high' }, { max_tokens: 4_096 }],
    ['claude-sonnet-5-5', { maxOutputTokens: 100, temperature: 1, topP: 1 }, { max_tokens: 100 }],
    [
      'claude-opus-4-6',
      { thinkingLevel: 'medium' },
      {
        max_tokens: 32_000,
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'medium' },
      },
    ],
    [
      'claude-opus-4-5-20251101',
      { thinkingLevel: 'low' },
      { max_tokens: 32_000, thinking: { type: 'enabled', budget_tokens: 4_096 } },
    ],
    [
      'claude-haiku-4-5',
      { thinkingLevel: 'high', maxOutputTokens: 4_000 },
      { max_tokens: 4_000, thinking: { type: 'enabled', budget_tokens: 2_000 } },
    ],
    ['claude-haiku-4-5', { thinkingLevel: 'high', maxOutputTokens: 1_500 }, { max_tokens: 1_500 }],
  ] as const)('%s with %j is asked with %j', async (model, sampling, expected) => {
    const { model: asked, messages: _, system: __, stream: ___, ...rest } = await sent(ANTHROPIC, { model, sampling });
    expect(asked).toBe(model);
    expect(rest).toEqual(expected);
  });
});

it.each(VENDORS)('asks $name once, with its own key and address, whatever the environment says', async (to) => {
  for (const name of ['OPENAI', 'ANTHROPIC', 'GEMINI', 'GOOGLE']) vi.stubEnv(`${name}_API_KEY`, 'another-key');
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'another-token');
  vi.stubEnv('OPENAI_ORG_ID', 'another-organization');
  await sent(to);
  expect(proxy.requests).toHaveLength(1);
  const headers = JSON.stringify(proxy.requests[0]?.headers);
  expect(headers).toContain('test-key');
  expect(headers).not.toContain('another');
});

it.each(VENDORS)('sends $name neither tools nor system text when there are none', async (to) => {
  const body = JSON.stringify(await sent(to, { systemText: '' }));
  expect(body).not.toMatch(/"tools"|"system/);
});
