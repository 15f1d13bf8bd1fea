import { afterEach, expect, it } from 'vitest';
import { testConnection } from './connection-test.ts';
import { type Answer, type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { answerCompletion, refuse } from './testing/vendor-answers.ts';
import { ANTHROPIC, PLAIN, VENDORS, type Vendor } from './testing/vendors.ts';

let server: RecordingProxy;
afterEach(() => server.close());

async function test(vendor: Vendor, answer: Answer, timeLimitMs?: number) {
  server = await startRecordingProxy({ answer });
  let now = 1_000;
  const clock = () => {
    now += 25;
    return now;
  };
  return testConnection(vendor.adapter(server.url), vendor.model, {
    clock,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
  });
}

it.each(VENDORS)('shows what came back from $name, for one tiny request', async (vendor) => {
  const result = await test(vendor, (response) => vendor.answer(response, { thought: 'Hm.', text: 'ok' }));
  // The clock is read at the start, at the first byte and at the end.
  expect(result).toMatchObject({ ok: true, model: vendor.model, text: 'ok', firstByteMs: 25, latencyMs: 50 });
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.body.length).toBeLessThan(600);
});

it('shows usage, null when the server counts nothing', async () => {
  expect(
    await test(PLAIN, (response) =>
      answerCompletion(response, { text: 'ok' }, { prompt_tokens: 8, completion_tokens: 1 }),
    ),
  ).toMatchObject({ usage: { input: 8, output: 1 } });
  await server.close();
  expect(await test(PLAIN, (response) => answerCompletion(response, { text: 'ok' }))).toMatchObject({ usage: null });
});

it('says in one sentence why nothing came', async () => {
  const body = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } };
  expect(await test(ANTHROPIC, (response) => refuse(response, 401, body))).toMatchObject({
    ok: false,
    kind: 'auth',
    latencyMs: 25,
    message: expect.stringMatching(/^The key for Anthropic was refused \(401\)\./),
  });
});

it('does not wait for ever', async () => {
  expect(await test(PLAIN, () => undefined, 100)).toMatchObject({
    ok: false,
    kind: 'silence',
    message: 'No whole answer came within 1 s. Check the network and the address.',
  });
});

it('is ended by a person, and says so', async () => {
  const ended = new AbortController();
  server = await startRecordingProxy({ answer: () => void setTimeout(() => ended.abort(), 20) });
  const result = testConnection(PLAIN.adapter(server.url), PLAIN.model, { clock: Date.now, signal: ended.signal });
  expect(await result).toMatchObject({ ok: false, kind: 'aborted', message: expect.stringMatching(/^You ended/) });
});
