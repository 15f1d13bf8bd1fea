import { afterEach, describe, expect, it } from 'vitest';
import { createGeminiAdapter } from './gemini.ts';
import { build, run } from './testing/exchange.ts';
import { answerWith, candidate, sendEvents } from './testing/gemini-answers.ts';
import { type Answer, type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

let server: RecordingProxy;
afterEach(() => server.close());

async function adapterFor(answer: Answer, silenceMs = 10_000) {
  server = await startRecordingProxy({ answer });
  return createGeminiAdapter({ provider: 'gemini', apiKey: 'k', baseUrl: server.url, cacheTtlMs: 1, silenceMs });
}

const HALF = candidate([{ text: 'Half' }], undefined, { promptTokenCount: 100, candidatesTokenCount: 1 });
const HALF_USAGE = { input: 100, cacheRead: 0, cacheWrite: 0, output: 1, thoughts: 0 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a stream that is cut', () => {
  it.each<[string, Answer]>([
    ['ends without a finish reason', (response) => answerWith(response, [HALF])],
    [
      'loses its socket',
      async (response) => {
        sendEvents(response, [HALF]);
        await pause(30);
        response.destroy();
      },
    ],
    [
      'ends inside an event',
      (response) => {
        sendEvents(response, [HALF]);
        response.end('data: {"candidates":[{"content":{"parts":[{"functionC');
      },
    ],
  ])('because it %s is no answer, and keeps what was counted', async (_, answer) => {
    const { shown, finish, error } = await run(await adapterFor(answer));
    expect(shown).toBe('Half');
    expect(finish).toBeNull();
    expect(error).toMatchObject({ kind: 'stream-cut', usage: HALF_USAGE });
    expect(error?.message).toMatch(/Send a message to try again\.$/);
  });

  it('before its headers is a failure of the network', async () => {
    const { error, firstBytes } = await run(await adapterFor((response) => void response.destroy()));
    expect(error).toMatchObject({ kind: 'network', usage: null });
    expect(firstBytes).toBe(0);
  });

  it('before its first event is cut too', async () => {
    const { error } = await run(
      await adapterFor(async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        await pause(20);
        response.destroy();
      }),
    );
    expect(error?.kind).toBe('stream-cut');
  });
});

describe('silence', () => {
  it('before the headers ends the request and closes the connection', async () => {
    const { error } = await run(await adapterFor(() => undefined, 80));
    expect(error).toMatchObject({ kind: 'silence', usage: null });
    expect(error?.message).toBe('Gemini sent nothing for 1 s. Check the network and try again.');
    await expect.poll(() => server.dropped()).toBe(1);
  });

  it('inside a stream ends it, with what was counted', async () => {
    const { error, shown } = await run(await adapterFor((response) => sendEvents(response, [HALF]), 80));
    expect(shown).toBe('Half');
    expect(error).toMatchObject({ kind: 'silence', usage: HALF_USAGE });
  });

  it('is broken by any byte, a comment too', async () => {
    const { finish } = await run(
      await adapterFor(async (response) => {
        sendEvents(response, [HALF]);
        for (let i = 0; i < 8; i++) {
          await pause(40);
          response.write(': still here\n\n');
        }
        answerWith(response, [candidate([], 'STOP')]);
      }, 160),
    );
    expect(finish?.reason).toBe('stop');
  });

  it('is not counted while the reader is busy', async () => {
    const adapter = await adapterFor(
      (response) => answerWith(response, [HALF, candidate([{ text: ' done' }], 'STOP')]),
      60,
    );
    const kinds: string[] = [];
    const options = {
      family: 'f',
      sharedMessages: 0,
      signal: new AbortController().signal,
      callId: () => 'c',
      onFirstByte: () => undefined,
    };
    for await (const chunk of adapter.stream(build(adapter.dialect), options)) {
      kinds.push(chunk.type);
      await pause(150);
    }
    expect(kinds).toEqual(['text', 'text', 'finish']);
  });
});

describe('abort', () => {
  it.each<[string, Answer]>([
    ['before an answer', () => undefined],
    ['inside the stream', (response) => sendEvents(response, [HALF])],
  ])('%s is told from a timeout and closes the connection', async (where, answer) => {
    const adapter = await adapterFor(answer);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const { error, finish } = await run(adapter, undefined, { signal: controller.signal });
    expect(finish).toBeNull();
    expect(error?.kind).toBe('aborted');
    expect(error?.usage).toEqual(where === 'inside the stream' ? HALF_USAGE : null);
    await expect.poll(() => server.dropped()).toBe(1);
  });

  it('before the start asks nothing', async () => {
    const adapter = await adapterFor(() => undefined);
    const { error } = await run(adapter, undefined, { signal: AbortSignal.abort() });
    expect(error?.kind).toBe('aborted');
    expect(server.requests).toHaveLength(0);
  });

  it('by a reader that leaves closes the connection', async () => {
    const adapter = await adapterFor((response) => sendEvents(response, [HALF]));
    const options = {
      family: 'f',
      sharedMessages: 0,
      signal: new AbortController().signal,
      callId: () => 'c',
      onFirstByte: () => undefined,
    };
    for await (const _ of adapter.stream(build(adapter.dialect), options)) break;
    await expect.poll(() => server.dropped()).toBe(1);
  });
});

it('keeps requests that run at the same time apart', async () => {
  const adapter = await adapterFor(async (response, { body }, index) => {
    await pause((index % 5) * 10);
    const asked: { contents: { parts: { text: string }[] }[] } = JSON.parse(body.toString());
    answerWith(response, [candidate([{ text: `re: ${asked.contents[0]?.parts[0]?.text}` }], 'STOP')]);
  });
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, (_, i) => {
      const text = `question ${i}`;
      const message = { id: text, role: 'user', parts: [{ kind: 'text', text }] } as const;
      return run(adapter, build(adapter.dialect, {}, [message]));
    }),
  );
  expect(outcomes.map(({ shown }) => shown)).toEqual(Array.from({ length: 80 }, (_, i) => `re: question ${i}`));
});
