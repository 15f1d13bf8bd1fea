import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import { callsOf, type Message, type Part } from '../../core/session/message.ts';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';
import { FAULT_KINDS, type FaultKind } from '../demo/faults.ts';
import { createGeminiAdapter } from './gemini.ts';
import type { ModelAdapter } from './model-adapter.ts';
import { defaultModel } from './registry.ts';
import { build, message, run, text } from './testing/exchange.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

const MODEL = defaultModel('demo');
const TOOLS = ['read_file', 'agent'].map((name) => ({ name, description: name, parameters: { type: 'object' } }));
const SYSTEM = 'Long enough to be kept in the cache. '.repeat(300);

let server: DemoServer;
let proxy: RecordingProxy;
let adapter: ModelAdapter;
beforeEach(async () => {
  server = await startDemoServer({ latency: 'fast' });
  proxy = await startRecordingProxy({ target: server.url });
  adapter = createGeminiAdapter({
    provider: 'demo',
    apiKey: 'demo',
    baseUrl: proxy.url,
    cacheTtlMs: 1,
    silenceMs: 1_000,
  });
});
afterEach(async () => {
  await proxy.close();
  await server.close();
});

async function ask(history: readonly Message[]) {
  const request = build(geminiDialect, { model: MODEL, systemText: SYSTEM, tools: TOOLS }, history);
  const outcome = await run(adapter, request);
  if (!outcome.finish) throw outcome.error;
  return outcome.finish;
}

const answers = (parts: readonly Part[]) =>
  callsOf({ id: '', role: 'model', parts }).map(({ callId, wireId, name }): Part => {
    return { kind: 'result', callId, ...(wireId === undefined ? {} : { wireId }), name, text: 'done', isError: false };
  });

describe('a conversation with the embedded model', () => {
  it('is replayed, answered and forked without a refusal, and is read from the cache', async () => {
    const call = (name: string) => ({ type: 'call', name, args: { path: 'a.js' } }) as const;
    const start = message('user', text('Look around.'));
    server.script(() => ({
      parts: [{ type: 'thought', text: 'Hm.' }, { type: 'text', text: 'I look.' }, call('read_file'), call('agent')],
    }));
    const first = await ask([start]);
    expect(first.reason).toBe('tool-calls');

    server.script(() => ({ parts: [{ type: 'text', text: 'Seen.' }] }));
    const asked = message('model', ...first.parts);
    const second = await ask([start, asked, message('user', ...answers(first.parts))]);
    expect(second.reason).toBe('stop');
    expect(second.usage?.cacheRead).toBeGreaterThan(2_000);

    for (const directive of ['One part.', 'Another part.']) {
      const { added } = buildForkedMessages([start, asked], directive, geminiDialect.forkShape, (purpose) => purpose);
      const fork = await ask([start, asked, ...added]);
      expect(fork.usage?.cacheRead).toBeGreaterThan(2_000);
    }

    const contents = proxy.requests.map(({ body }) => JSON.parse(body.toString()).contents.slice(0, 2));
    expect(contents[2]).toEqual(contents[1]);
    expect(contents[3]).toEqual(contents[1]);
  });

  it('takes calls of another model', async () => {
    const call: Part = { kind: 'call', callId: 'a', name: 'read_file', args: { path: 'x' } };
    server.script(() => ({ parts: [{ type: 'text', text: 'Fine.' }] }));
    const { reason } = await ask([
      message('user', text('Go.')),
      message('model', call),
      message('user', ...answers([call])),
    ]);
    expect(reason).toBe('stop');
  });
});

const OUTCOMES: Record<FaultKind, string> = {
  html: 'not-an-api',
  unauthorized: 'auth',
  forbidden: 'auth',
  'rate-limit': 'rate-limit',
  'server-error': 'overloaded',
  unavailable: 'overloaded',
  'context-exceeded': 'context-exceeded',
  'stream-error': 'overloaded',
  'stream-error-event': 'overloaded',
  'no-finish': 'stream-cut',
  'drop-text': 'stream-cut',
  'drop-call': 'stream-cut',
  silence: 'silence',
  stall: 'silence',
  empty: 'stop',
  'malformed-call': 'malformed-call',
  'max-tokens-in-call': 'max-tokens',
  safety: 'safety',
  'blocked-prompt': 'safety',
};

it.each(FAULT_KINDS)('sees %s for what it is', async (fault) => {
  server.injectFault(fault);
  const { error, finish } = await run(adapter, build(geminiDialect, { model: MODEL }));
  expect(error?.kind ?? finish?.reason).toBe(OUTCOMES[fault]);
});
