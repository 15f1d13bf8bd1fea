import { afterEach, describe, expect, it } from 'vitest';
import { build, message, run, text } from './testing/exchange.ts';
import { type Answer, type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { claudeBlocks, claudeEvents, completion, sendEvents, usageEvent } from './testing/vendor-answers.ts';
import { ANTHROPIC, PLAIN, VENDORS, type Vendor } from './testing/vendors.ts';

let server: RecordingProxy;
afterEach(() => server.close());

async function adapterFor(vendor: Vendor, answer: Answer, silenceMs = 10_000) {
  server = await startRecordingProxy({ answer });
  const adapter = vendor.adapter(server.url, silenceMs);
  return { adapter, request: build(adapter.dialect, { model: vendor.model }) };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const USAGE = { input: 100, cacheRead: 0, cacheWrite: 0, output: 1, thoughts: 0 };

/** The start of an answer in either vendor's words: "Half", and what was counted so far. */
const HALF = [
  {
    vendor: PLAIN,
    name: 'chat completions',
    half: [completion({ content: 'Half' }, null, { usage: { prompt_tokens: 100, completion_tokens: 1 } })],
    rest: [completion({ content: ' done' }, 'stop')],
  },
  {
    vendor: ANTHROPIC,
    name: 'messages',
    half: claudeEvents(claudeBlocks({ text: 'Half' }), null, {
      start: { input_tokens: 100, output_tokens: 1 },
      end: {},
    }),
    rest: claudeEvents([], 'end_turn').slice(2),
  },
];

describe.each(HALF)('$name', ({ vendor, half, rest }) => {
  const isNamed = vendor === ANTHROPIC;

  it.each<[string, Answer]>([
    [
      'ends without a finish reason',
      (response) => {
        sendEvents(response, half, isNamed);
        response.end();
      },
    ],
    [
      'loses its socket',
      async (response) => {
        sendEvents(response, half, isNamed);
        await pause(30);
        response.destroy();
      },
    ],
    [
      'ends inside an event',
      (response) => {
        sendEvents(response, half, isNamed);
        response.end('data: {"choices":[{"delta":{"tool_ca');
      },
    ],
  ])('that %s is no answer, and keeps what was counted', async (_, answer) => {
    const { adapter, request } = await adapterFor(vendor, answer);
    const { shown, finish, error } = await run(adapter, request);
    expect(shown).toBe('Half');
    expect(finish).toBeNull();
    expect(error).toMatchObject({ kind: 'stream-cut', usage: USAGE });
    expect(error?.message).toMatch(/Send a message to try again\.$/);
  });

  it('before its headers is a failure of the network', async () => {
    const { adapter, request } = await adapterFor(vendor, (response) => void response.destroy());
    expect((await run(adapter, request)).error).toMatchObject({ kind: 'network', usage: null });
    expect(server.requests, 'nothing is retried here').toHaveLength(1);
  });

  it.each<[string, Answer, object | null]>([
    ['before the headers', () => undefined, null],
    ['inside the stream', (response) => sendEvents(response, half, isNamed), USAGE],
  ])('that is silent %s is given up', async (_, answer, usage) => {
    const { adapter, request } = await adapterFor(vendor, answer, 100);
    const { error } = await run(adapter, request);
    expect(error).toMatchObject({ kind: 'silence', usage });
    await expect.poll(() => server.dropped()).toBe(1);
  });

  it('is kept alive by any byte', async () => {
    const { adapter, request } = await adapterFor(
      vendor,
      async (response) => {
        sendEvents(response, half, isNamed);
        for (let i = 0; i < 6; i++) {
          await pause(60);
          response.write(': keep-alive\n\n');
        }
        sendEvents(response, rest, isNamed);
        response.end();
      },
      200,
    );
    expect((await run(adapter, request)).finish?.reason).toBe('stop');
  });

  it.each<[string, Answer, object | null]>([
    ['before an answer', () => undefined, null],
    ['inside the stream', (response) => sendEvents(response, half, isNamed), USAGE],
  ])('that is stopped %s is told from silence and closes the connection', async (_, answer, usage) => {
    const { adapter, request } = await adapterFor(vendor, answer);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const { error, finish } = await run(adapter, request, { signal: controller.signal });
    expect(finish).toBeNull();
    expect(error).toMatchObject({ kind: 'aborted', usage });
    await expect.poll(() => server.dropped()).toBe(1);
  });

  it('asks nothing when it was stopped before', async () => {
    const { adapter, request } = await adapterFor(vendor, () => undefined);
    expect((await run(adapter, request, { signal: AbortSignal.abort() })).error?.kind).toBe('aborted');
    expect(server.requests).toHaveLength(0);
  });

  it('is whole although the connection stays open behind its last event', async () => {
    const { adapter, request } = await adapterFor(
      vendor,
      (response) => {
        sendEvents(response, [...half, ...rest], isNamed);
        if (!isNamed) response.write('data: [DONE]\n\n');
      },
      5_000,
    );
    const { finish } = await run(adapter, request);
    expect(finish?.reason).toBe('stop');
    await expect.poll(() => server.dropped()).toBe(1);
  });
});

it('counts usage that comes behind the finish reason, and does without', async () => {
  const answer: Answer = (response, _, index) => {
    sendEvents(response, [completion({ content: 'ok' }, 'stop')], false);
    if (index === 0) sendEvents(response, [usageEvent({ prompt_tokens: 7, completion_tokens: 2 })], false);
    response.end('data: [DONE]\n\n');
  };
  const { adapter, request } = await adapterFor(PLAIN, answer);
  expect((await run(adapter, request)).finish?.usage).toMatchObject({ input: 7, output: 2 });
  expect((await run(adapter, request)).finish?.usage).toBeNull();
});

it.each(VENDORS)(
  'keeps requests to $name that run at the same time apart, and connections for later ones',
  async (vendor) => {
    const { adapter } = await adapterFor(vendor, async (response, { body }, index) => {
      await pause((index % 5) * 10);
      vendor.answer(response, { text: `re: ${/question \d+/.exec(body.toString())?.[0]}` });
    });
    const ask = (name: string) =>
      run(adapter, build(adapter.dialect, { model: vendor.model }, [message('user', text(name))]));
    const names = Array.from({ length: 20 }, (_, i) => `question ${i}`);
    const outcomes = await Promise.all(names.map(ask));
    expect(outcomes.map(({ shown, error }) => error?.message ?? shown)).toEqual(names.map((name) => `re: ${name}`));
    const before = server.connections();
    for (const name of names.slice(0, 5)) await ask(name);
    expect(server.connections() - before).toBeLessThan(5);
  },
);
