import { ApiError, type Content, type GenerateContentResponse, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';
import type { FaultKind } from '../demo/faults.ts';

let server: DemoServer;
let ai: GoogleGenAI;

beforeAll(async () => {
  server = await startDemoServer({ latency: 'fast' });
  ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
});
afterAll(() => server.close());

const contents: Content[] = [{ role: 'user', parts: [{ text: 'What can you do?' }] }];

interface Seen {
  readonly chunks: readonly GenerateContentResponse[];
  readonly error: Error | undefined;
}

/** What a client of the SDK sees of a model that always fails. */
async function see(fault: FaultKind, patienceMs = 5_000): Promise<Seen> {
  const chunks: GenerateContentResponse[] = [];
  try {
    const stream = await ai.models.generateContentStream({
      model: `demo-fault-${fault}`,
      contents,
      config: { abortSignal: AbortSignal.timeout(patienceMs) },
    });
    for await (const chunk of stream) chunks.push(chunk);
  } catch (error) {
    return { chunks, error: error as Error };
  }
  return { chunks, error: undefined };
}

const textOf = ({ chunks }: Seen) =>
  chunks
    .flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? [])
    .map((part) => part.text ?? '')
    .join('');
const reasonOf = ({ chunks }: Seen) => chunks.at(-1)?.candidates?.[0]?.finishReason;

describe('faults that are an HTTP status', () => {
  it.each([
    ['unauthorized', 401, 'UNAUTHENTICATED'],
    ['forbidden', 403, 'PERMISSION_DENIED'],
    ['rate-limit', 429, 'RESOURCE_EXHAUSTED'],
    ['server-error', 500, 'INTERNAL'],
    ['unavailable', 503, 'UNAVAILABLE'],
    ['context-exceeded', 400, 'INVALID_ARGUMENT'],
  ] as const)('%s is a %i with the status %s', async (fault, code, status) => {
    const { error } = await see(fault);
    expect(error).toBeInstanceOf(ApiError);
    expect(JSON.parse(error?.message ?? '').error).toMatchObject({ code, status });
  });

  it('says when to come back, in a header and in the body', async () => {
    const response = await fetch(`${server.url}/v1beta/models/demo-fault-rate-limit:generateContent?key=k`, {
      method: 'POST',
      body: JSON.stringify({ contents }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.text()).toContain('"retryDelay":"1s"');
  });

  it('answers with a page where JSON was expected', async () => {
    const response = await fetch(`${server.url}/v1beta/models/demo-fault-html:streamGenerateContent?alt=sse&key=k`, {
      method: 'POST',
      body: JSON.stringify({ contents }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^<!doctype html>/);
    expect((await see('html')).chunks.every((chunk) => chunk.candidates === undefined)).toBe(true);
  });
});

describe('faults inside a stream', () => {
  it('sends an error in Google’s form after text, which the SDK throws', async () => {
    const seen = await see('stream-error');
    expect(textOf(seen)).toMatch(/^This answer begins well enough/);
    expect(seen.error).toBeInstanceOf(ApiError);
    expect((seen.error as ApiError).status).toBe(503);
  });

  it('sends the same error as an event, which the SDK throws too', async () => {
    const seen = await see('stream-error-event');
    expect(textOf(seen)).toMatch(/^This answer begins well enough/);
    expect((seen.error as ApiError).status).toBe(503);
  });

  it('ends without a finish reason', async () => {
    const seen = await see('no-finish');
    expect(seen.error).toBeUndefined();
    expect(textOf(seen).length).toBeGreaterThan(100);
    expect(reasonOf(seen)).toBeUndefined();
  });

  it('drops the connection in the middle of a text, and of a call', async () => {
    const text = await see('drop-text');
    expect(text.error?.message).toMatch(/terminated/);
    expect(textOf(text).length).toBeGreaterThan(10);
    const call = await see('drop-call');
    expect(call.error?.message).toMatch(/terminated/);
    expect(call.chunks.some((chunk) => chunk.functionCalls)).toBe(false);
  });

  it('falls silent before and after the answer has begun', async () => {
    const silence = await see('silence', 200);
    expect(silence.error?.name).toMatch(/AbortError|TimeoutError/);
    expect(silence.chunks).toHaveLength(0);
    const stall = await see('stall', 200);
    expect(stall.error?.name).toMatch(/AbortError|TimeoutError/);
    expect(textOf(stall).length).toBeGreaterThan(10);
  });

  it('finishes with nothing, and for reasons that are no answer', async () => {
    const empty = await see('empty');
    expect(textOf(empty)).toBe('');
    expect(reasonOf(empty)).toBe('STOP');
    expect(reasonOf(await see('malformed-call'))).toBe('MALFORMED_FUNCTION_CALL');
    expect(reasonOf(await see('safety'))).toBe('SAFETY');
    const blocked = await see('blocked-prompt');
    expect(blocked.chunks[0]?.promptFeedback?.blockReason).toBe('PROHIBITED_CONTENT');
    const cut = await see('max-tokens-in-call');
    expect(reasonOf(cut)).toBe('MAX_TOKENS');
    expect(cut.chunks[0]?.functionCalls?.[0]?.args).toEqual({ path: 'notes.md', content: 'The first line.\nThe sec' });
  });
});

describe('faults for some requests only', () => {
  it('fails as often as it is told, and then answers', async () => {
    server.injectFault('unavailable', 2);
    const ask = () => ai.models.generateContent({ model: 'demo-planner', contents });
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    expect((await ask()).text).toMatch(/demo model/);
  });

  it('fails only for the requests that match', async () => {
    server.injectFault('server-error', 1, (request) => JSON.stringify(request.contents).includes('poison'));
    expect((await ai.models.generateContent({ model: 'demo-planner', contents })).text).toMatch(/demo model/);
    await expect(ai.models.generateContent({ model: 'demo-planner', contents: 'poison' })).rejects.toMatchObject({
      status: 500,
    });
  });
});
