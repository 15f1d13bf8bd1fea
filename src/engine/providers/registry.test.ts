import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPrice } from '../../core/session/cost.ts';
import { shippedPriceTable } from '../settings/prices.ts';
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
}) {
  const { provider = 'gemini', key = null, baseUrl, env = {}, demoUrl = '' } = parameters;
  return createAdapter({
    provider,
    settings: { baseUrls: baseUrl === undefined ? {} : { gemini: baseUrl } },
    env: { ...env },
    secrets: { get: (name) => (name === 'gemini' ? key : null) },
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

it.each([
  ['openai', 'OpenAI is not built in yet. Choose gemini or demo.'],
  ['anthropic', 'Anthropic is not built in yet. Choose gemini or demo.'],
] as const)('says that %s is not built in', (provider, message) => {
  expect(create({ provider, key: 'k' })).toMatchObject({ ok: false, error: { message } });
});

it('lists what can be chosen, each model with a price', () => {
  const providers = listProviders({}, { get: () => 'stored' });
  expect(providers.map(({ id, needsKey, hasKey }) => [id, needsKey, hasKey])).toEqual([
    ['demo', false, true],
    ['gemini', true, true],
  ]);
  expect(listProviders({}, { get: () => null })[1]?.hasKey).toBe(false);
  const table = shippedPriceTable();
  for (const { id, models } of providers) {
    expect(models).toContain(defaultModel(id));
    for (const model of models) expect(findPrice(table, model), model).not.toBeNull();
  }
});
