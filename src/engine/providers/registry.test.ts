import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPENAI_PROFILES } from '../../core/providers/openai-profiles.ts';
import { findPrice } from '../../core/session/cost.ts';
import { shippedPriceTable } from '../settings/prices.ts';
import { createAbsentAdapter } from './absent-adapter.ts';
import { openAiAccess } from './openai-access.ts';
import { type AdapterParameters, createAdapter, defaultModel, listProviders } from './registry.ts';
import { run } from './testing/exchange.ts';
import { refuseWith } from './testing/gemini-answers.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

let server: RecordingProxy;
beforeEach(async () => {
  server = await startRecordingProxy({ answer: (response) => refuseWith(response, 403, 'PERMISSION_DENIED', '') });
});
afterEach(() => server.close());

function create(parameters: {
  provider?: AdapterParameters['provider'];
  key?: string;
  baseUrl?: string;
  env?: object;
  demoUrl?: string;
  model?: string;
}) {
  const { provider = 'gemini', key = null, baseUrl, env = {}, demoUrl = '', model = null } = parameters;
  return createAdapter({
    provider,
    model,
    settings: { baseUrls: baseUrl === undefined ? {} : { [provider]: baseUrl } },
    env: { ...env },
    secrets: { get: (name) => (name === provider ? key : null) },
    demoUrl,
  });
}

/** What a request through this adapter asks with, and what a refusal of the key says. */
async function asked(parameters: Parameters<typeof create>[0]) {
  const created = create(parameters);
  if (!created.ok) return expect.unreachable(created.error.message);
  const { error } = await run(created.value);
  const { path, headers } = server.requests.at(-1) ?? {};
  return { provider: created.value.provider, key: headers?.['x-goog-api-key'], path, message: error?.message ?? '' };
}

const PATH = '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse';

describe('gemini', () => {
  it('takes key and address from the environment before those of Settings', async () => {
    const env = { GEMINI_API_KEY: 'from-env', GOOGLE_GEMINI_BASE_URL: `${server.url}/` };
    const { message, ...rest } = await asked({ env, key: 'stored', baseUrl: 'http://127.0.0.1:1' });
    expect(rest).toEqual({ provider: 'gemini', key: 'from-env', path: PATH });
    expect(message).toBe(
      'The key for Gemini was refused (403). Check GEMINI_API_KEY, which wins over the key in Settings.',
    );
  });

  it('takes key and address from Settings, and blank variables for absent ones', async () => {
    const env = { GEMINI_API_KEY: ' ', GOOGLE_GEMINI_BASE_URL: '' };
    const { key, path, message } = await asked({ env, key: 'stored', baseUrl: `${server.url}/gateway/v1beta/` });
    expect({ key, path }).toEqual({ key: 'stored', path: `/gateway${PATH}` });
    expect(message).toMatch(/Set another key in Settings, or GEMINI_API_KEY\.$/);
  });

  it('needs a key', () => {
    expect(create({})).toEqual({
      ok: false,
      error: {
        code: 'no-key',
        message: 'There is no key for Gemini. Set GEMINI_API_KEY or add the key in Settings, or choose the demo model.',
      },
    });
  });

  it.each([
    ['localhost:8080', /"localhost:8080" cannot be used\. Correct GOOGLE_GEMINI_BASE_URL: http:\/\//],
    ['not an address', /"not an address"/],
    ['ftp://host', /"ftp:\/\/host"/],
    ['https://me:hunter2@host/x', /"https:\/\/…@host\/x"/],
    ['https://host/x?key=hunter2', /"https:\/\/host\/x\?…"/],
  ])('does not take %s for an address', (address, says) => {
    const created = create({ key: 'k', env: { GOOGLE_GEMINI_BASE_URL: address } });
    expect(created).toMatchObject({ ok: false, error: { code: 'bad-address', message: expect.stringMatching(says) } });
    expect(JSON.stringify(created)).not.toContain('hunter2');
  });

  it('names Settings when the address stands there', () => {
    expect(create({ key: 'k', baseUrl: 'nonsense' })).toMatchObject({
      error: { message: expect.stringContaining('Correct the address in Settings') },
    });
  });
});

describe('demo', () => {
  it('asks the embedded model, with no key of a person', async () => {
    const env = { GEMINI_API_KEY: 'from-env', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1' };
    const { provider, key } = await asked({ provider: 'demo', demoUrl: server.url, env, key: 'stored' });
    expect({ provider, key }).toEqual({ provider: 'demo', key: 'demo' });
  });

  it('says which variable is wrong', () => {
    expect(create({ provider: 'demo', demoUrl: 'nowhere' })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('FORKSCOPE_DEMO_URL') },
    });
  });
});

describe('anthropic', () => {
  it('takes key and address from the environment, and adds the version itself', async () => {
    const env = { ANTHROPIC_API_KEY: 'from-env', ANTHROPIC_BASE_URL: `${server.url}/gateway/v1/` };
    const created = create({ provider: 'anthropic', env, key: 'stored' });
    if (!created.ok) return expect.unreachable(created.error.message);
    const { error } = await run(created.value);
    expect(server.requests.at(-1)).toMatchObject({
      path: '/gateway/v1/messages',
      headers: { authorization: 'Bearer from-env', 'x-api-key': 'from-env' },
    });
    expect(error?.message).toMatch(/Check ANTHROPIC_API_KEY, which wins over the key in Settings\./);
  });

  it('needs a key', () => {
    expect(create({ provider: 'anthropic' })).toMatchObject({
      ok: false,
      error: { code: 'no-key', message: expect.stringContaining('Set ANTHROPIC_API_KEY or add the key in Settings') },
    });
  });
});

describe('openai stands for', () => {
  const url = 'http://127.0.0.1:1';
  const service = (env: object, baseUrl?: string, key?: string, model: string | null = null) => {
    const sources = {
      env: { ...env },
      settings: { baseUrls: baseUrl === undefined ? ({} as Record<string, string>) : { openai: baseUrl } },
      secrets: { get: () => key ?? null },
    };
    const { profile, address, apiKey } = openAiAccess(sources, model);
    return [profile.name, address.ok ? address.value : address.error.code, apiKey];
  };

  it.each<[string, Parameters<typeof service>, ReturnType<typeof service>]>([
    ['OpenAI, when nothing is said', [{}], ['openai', 'https://api.openai.com/v1', null]],
    ['OpenAI by its key', [{ OPENAI_API_KEY: 'k' }], ['openai', 'https://api.openai.com/v1', 'k']],
    [
      'DashScope by its key',
      [{ DASHSCOPE_API_KEY: 'd' }],
      ['dashscope', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'd'],
    ],
    [
      'DashScope at the address that its variable names',
      [{ DASHSCOPE_API_KEY: 'd', DASHSCOPE_BASE_URL: `${url}/x/` }],
      ['dashscope', `${url}/x`, 'd'],
    ],
    [
      'OpenAI when both keys are set',
      [{ DASHSCOPE_API_KEY: 'd', OPENAI_API_KEY: 'k' }],
      ['openai', 'https://api.openai.com/v1', 'k'],
    ],
    [
      "DashScope when both keys are set and the model is Qwen's",
      [{ DASHSCOPE_API_KEY: 'd', OPENAI_API_KEY: 'k' }, undefined, undefined, 'qwen4-max'],
      ['dashscope', 'https://dashscope.aliyuncs.com/compatible-mode/v1', 'd'],
    ],
    [
      'DashScope by its host',
      [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1' }],
      ['dashscope', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', 'k'],
    ],
    [
      'DeepSeek by its host, from Settings',
      [{}, 'https://api.deepseek.com', 'stored'],
      ['deepseek', 'https://api.deepseek.com/v1', 'stored'],
    ],
    [
      'no vendor by a host that only looks like one',
      [{}, 'https://deepseek.com.example'],
      ['plain', 'https://deepseek.com.example/v1', null],
    ],
    ['a local server', [{ OPENAI_BASE_URL: url }], ['plain', `${url}/v1`, null]],
    [
      'a local server with a key and its own model',
      [{ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' }, undefined, undefined, 'gpt-oss:20b'],
      ['plain', `${url}/v1`, 'k'],
    ],
    [
      "OpenAI through a gateway, by a model of OpenAI's",
      [{ OPENAI_BASE_URL: `${url}/openai/v1/chat/completions` }, undefined, undefined, 'gpt-6.2-sol'],
      ['openai', `${url}/openai/v1`, null],
    ],
    [
      'OpenAI through a gateway, by a key without a model',
      [{ OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k' }],
      ['openai', `${url}/v1`, 'k'],
    ],
    ['nothing that can be reached', [{ OPENAI_BASE_URL: 'localhost:11434' }], ['plain', 'bad-address', null]],
  ])('%s', (_, parameters, expected) => {
    expect(service(...parameters)).toEqual(expected);
  });

  it('a local server that is given no key, and needs a model', async () => {
    const env = { OPENAI_BASE_URL: server.url };
    const created = create({ provider: 'openai', env, model: 'qwen3-coder:30b' });
    if (!created.ok) return expect.unreachable(created.error.message);
    await run(created.value);
    expect(server.requests.at(-1)?.path).toBe('/v1/chat/completions');
    expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
    expect(create({ provider: 'openai', env, model: '' })).toMatchObject({ ok: false, error: { code: 'no-model' } });
  });

  it('a service whose key is missing', () => {
    expect(create({ provider: 'openai' })).toMatchObject({
      ok: false,
      error: { code: 'no-key', message: expect.stringContaining('There is no key for OpenAI. Set OPENAI_API_KEY') },
    });
    const env = { DASHSCOPE_BASE_URL: server.url };
    expect(create({ provider: 'openai', env })).toMatchObject({
      error: { message: expect.stringContaining('There is no key for DashScope. Set DASHSCOPE_API_KEY') },
    });
  });
});

it('knows no provider of an imported session', () => {
  const provider = 'claude-code' as AdapterParameters['provider'];
  expect(create({ provider })).toMatchObject({ ok: false, error: { code: 'unknown-provider' } });
});

it.each([
  ['gemini', 'gemini', 'parts'],
  ['anthropic', 'anthropic', 'content'],
  ['openai', 'openai', '0'],
])('stands in for %s in its own form', async (provider, family, key) => {
  const adapter = createAbsentAdapter(provider, { code: 'no-key', message: 'There is no key. Set one.' });
  expect(adapter.dialect.family).toBe(family);
  expect(Object.keys(adapter.dialect.message({ id: 'm', role: 'user', parts: [] }) as object)).toContain(key);
  expect((await run(adapter)).error).toMatchObject({ kind: 'auth', message: 'There is no key. Set one.' });
});

describe('the list of providers', () => {
  const sources = (env: object, stored: string | null = null) => ({
    env: { ...env },
    secrets: { get: () => stored },
    settings: { baseUrls: {} },
  });

  it('has all of them, each model with a price', () => {
    const providers = listProviders(sources({}, 'stored'));
    expect(providers.map(({ id, needsKey, hasKey }) => [id, needsKey, hasKey])).toEqual([
      ['demo', false, true],
      ['gemini', true, true],
      ['openai', true, true],
      ['anthropic', true, true],
    ]);
    expect(listProviders(sources({}))[1]?.hasKey).toBe(false);
    const table = shippedPriceTable();
    const profiles = Object.values(OPENAI_PROFILES).flatMap(({ models }) => models);
    expect(profiles).toHaveLength(7);
    for (const { id, models } of providers) {
      expect(models).toContain(defaultModel(id));
      for (const model of [...models, ...profiles]) expect(findPrice(table, model), model).not.toBeNull();
    }
  });

  it('says which key and address are in force', () => {
    const [, gemini, openai] = listProviders(
      sources({ DASHSCOPE_API_KEY: 'd', GOOGLE_GEMINI_BASE_URL: 'nowhere' }, 's'),
    );
    expect(openai).toMatchObject({
      models: ['qwen4-max', 'qwen3.8-max'],
      hasKey: true,
      access: {
        service: 'DashScope',
        keyVariable: 'DASHSCOPE_API_KEY',
        urlVariable: 'DASHSCOPE_BASE_URL',
        keyFromEnvironment: true,
        baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
        problem: null,
      },
    });
    expect(gemini?.access).toMatchObject({
      keyFromEnvironment: false,
      baseUrl: null,
      problem: expect.stringContaining('Correct GOOGLE_GEMINI_BASE_URL'),
    });
  });
});
