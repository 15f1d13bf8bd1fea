import { type Content, GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';
import { ManualClock } from '../demo/testing/manual-clock.ts';

const TTL = 60_000;
const FIRST_BYTE = 100;

let clock: ManualClock;
let server: DemoServer;
let ai: GoogleGenAI;

beforeEach(async () => {
  clock = new ManualClock();
  server = await startDemoServer({
    latency: { firstByteMs: FIRST_BYTE, perUncachedKilotokenMs: 1_000, perChunkMs: 0 },
    clock,
    cache: { minimumTokens: 100, ttlMs: TTL },
  });
  ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
  server.script(() => ({ parts: [{ type: 'text', text: 'Yes.' }] }));
});
afterEach(() => server.close());

/**
 * A content of exactly `tokens` tokens: {"role":"user","parts":[{"text":"…"}]} is 37 bytes around the text, and 4 bytes
 * are a token. `mark` makes the first byte of the text.
 */
function content(role: string, tokens: number, mark: string): Content {
  return { role, parts: [{ text: mark + 'x'.repeat(4 * tokens - 37 - (role.length - 4) - mark.length) }] };
}
const user = (tokens: number, mark = 'u') => content('user', tokens, mark);
const model = (tokens: number, mark = 'm') => content('model', tokens, mark);

/** Sends, lets the clock pass the first byte, and reads the usage. */
async function usageFor(contents: Content[], name = 'demo-planner', config: object = {}) {
  const answer = ai.models.generateContent({ model: name, contents, config });
  await clock.someoneSleeps();
  clock.advance(FIRST_BYTE + 10_000);
  const { promptTokenCount, cachedContentTokenCount = 0 } = (await answer).usageMetadata ?? {};
  return { prompt: promptTokenCount, cached: cachedContentTokenCount };
}

describe('the prompt cache', () => {
  it('holds whole messages of earlier requests, and counts them inside the prompt', async () => {
    expect(await usageFor([user(150)])).toEqual({ prompt: 150, cached: 0 });
    expect(await usageFor([user(150), model(20), user(30)])).toEqual({ prompt: 200, cached: 150 });
    expect(await usageFor([user(150), model(20), user(30)])).toEqual({ prompt: 200, cached: 200 });
  });

  it('counts the common bytes of the first message that differs', async () => {
    await usageFor([user(150), model(20), user(50, 'AAAAAAAA')]);
    // Shared: 170 tokens of whole messages, then {"role":"user","parts":[{"text":" (32 bytes) and "AAAA": 36 bytes, 9 tokens.
    expect(await usageFor([user(150), model(20), user(50, 'AAAABBBB')])).toEqual({ prompt: 220, cached: 179 });
  });

  it('reads tools first, then system, then messages: what differs earlier costs all that follows', async () => {
    const tools = [{ functionDeclarations: [{ name: 'a', description: 'd'.repeat(600) }] }];
    const config = { systemInstruction: 's'.repeat(800), tools };
    const first = await usageFor([user(150)], 'demo-planner', config);
    expect(await usageFor([user(150)], 'demo-planner', config)).toEqual({ prompt: first.prompt, cached: first.prompt });
    // [{"functionDeclarations":[{"name":"a","description":"ddd…"}]}]: 61 bytes beside the 600, 166 tokens (rounded up).
    const other = await usageFor([user(150)], 'demo-planner', { ...config, systemInstruction: 'x' });
    // The system texts share {"role":"user","parts":[{"text":" or {"parts":[{"text":": at most 32 bytes, 8 tokens.
    expect(other.cached).toBeGreaterThanOrEqual(166);
    expect(other.cached).toBeLessThanOrEqual(166 + 8);
    const renamed = [{ functionDeclarations: [{ name: 'b', description: 'd'.repeat(600) }] }];
    expect((await usageFor([user(150)], 'demo-planner', { ...config, tools: renamed })).cached).toBe(0);
  });

  it('counts nothing below the minimum', async () => {
    await usageFor([user(99)]);
    expect((await usageFor([user(99), model(50), user(50)])).cached).toBe(0);
    await usageFor([user(100, 'w')]);
    expect((await usageFor([user(100, 'w'), model(50, 'w'), user(50)])).cached).toBe(100);
  });

  it('keeps the models apart', async () => {
    await usageFor([user(150)]);
    expect((await usageFor([user(150)], 'demo-planner-small')).cached).toBe(0);
  });

  it('cannot be read before the first answer has begun', async () => {
    const [first, second] = [user(150), user(150)].map((one) =>
      ai.models.generateContent({ model: 'demo-planner', contents: [one] }),
    );
    await clock.someoneSleeps(2);
    clock.advance(FIRST_BYTE + 10_000);
    expect((await first)?.usageMetadata?.cachedContentTokenCount).toBeUndefined();
    expect((await second)?.usageMetadata?.cachedContentTokenCount).toBeUndefined();
    expect((await usageFor([user(150)])).cached).toBe(150);
  });

  it('forgets after the lifetime, counted from the start of the request', async () => {
    await usageFor([user(150)]);
    clock.advance(TTL - clock.now() - 1);
    expect((await usageFor([user(150), model(10), user(10)])).cached).toBe(150);
    await usageFor([user(150, 'z')]);
    // That request took 10,100 ms, so its start is exactly one lifetime ago now.
    clock.advance(TTL - 10_100);
    expect((await usageFor([user(150, 'z')])).cached).toBe(0);
  });

  it('lives on when it is hit', async () => {
    await usageFor([user(150)]);
    clock.advance(TTL - clock.now() - 1);
    expect((await usageFor([user(150)])).cached).toBe(150);
    clock.advance(TTL / 2);
    expect((await usageFor([user(150)])).cached).toBe(150);
  });

  it('lives on from the moment of the hit, before the answer to it has begun', async () => {
    const ask = () => ai.models.generateContent({ model: 'demo-planner', contents: [user(150)] });
    await usageFor([user(150)]);
    clock.advance(TTL - clock.now() - 1);
    const hit = ask();
    await clock.someoneSleeps();
    clock.advance(FIRST_BYTE / 2);
    const next = ask();
    await clock.someoneSleeps(2);
    clock.advance(FIRST_BYTE);
    await hit;
    expect((await next).usageMetadata?.cachedContentTokenCount).toBe(150);
  });

  it('answers more slowly for what it does not hold', async () => {
    const answer = ai.models.generateContent({ model: 'demo-planner', contents: [user(2_000)] });
    let done = false;
    void answer.then(() => {
      done = true;
    });
    await clock.someoneSleeps();
    // 100 ms, and 1,000 ms for each of 2 kilotokens.
    clock.advance(2_099);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toBe(false);
    clock.advance(1);
    await answer;
    const again = ai.models.generateContent({ model: 'demo-planner', contents: [user(2_000)] });
    await clock.someoneSleeps();
    clock.advance(100);
    await again;
  });

  it('adds up what it served', async () => {
    await usageFor([user(150)]);
    await usageFor([user(150), model(20), user(30)]);
    const { requests, refused, promptTokens, cachedTokens, recent } = server.stats();
    expect({ requests, refused, promptTokens, cachedTokens }).toEqual({
      requests: 2,
      refused: 0,
      promptTokens: 350,
      cachedTokens: 150,
    });
    expect(recent.map((request) => request.cachedTokens)).toEqual([0, 150]);
  });
});
