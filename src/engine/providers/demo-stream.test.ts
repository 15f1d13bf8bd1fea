import { type GenerateContentResponse, GoogleGenAI } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';

let server: DemoServer;
let ai: GoogleGenAI;

beforeEach(async () => {
  server = await startDemoServer({ latency: 'fast' });
  ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
});
afterEach(() => server.close());

const ANSWER = {
  parts: [
    { type: 'thought', text: 'I think about the sea.' },
    { type: 'text', text: 'The water rises for about six hours, and then it falls for about six hours. Twice.' },
  ],
} as const;

async function collect(config: object): Promise<GenerateContentResponse[]> {
  const stream = await ai.models.generateContentStream({ model: 'demo-planner', contents: 'Tides?', config });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

const partsOf = (chunks: GenerateContentResponse[]) =>
  chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);

describe('a streamed answer', () => {
  it('sends thoughts when they are asked for, then text in small pieces, then an empty signed part', async () => {
    server.script(() => ANSWER);
    const parts = partsOf(await collect({ thinkingConfig: { includeThoughts: true } }));
    const thoughts = parts.filter((part) => part.thought).map((part) => part.text);
    const texts = parts.filter((part) => !part.thought).map((part) => part.text ?? '');
    expect(thoughts.join('')).toBe(ANSWER.parts[0].text);
    expect(texts.join('')).toBe(ANSWER.parts[1].text);
    expect(texts.length).toBeGreaterThan(3);
    expect(parts.at(-1)).toMatchObject({ text: '', thoughtSignature: expect.any(String) });
  });

  it('keeps thoughts to itself when they are not asked for, but counts them', async () => {
    server.script(() => ANSWER);
    const chunks = await collect({});
    expect(partsOf(chunks).some((part) => part.thought)).toBe(false);
    const last = chunks.at(-1);
    expect(chunks.slice(0, -1).some((chunk) => chunk.usageMetadata)).toBe(false);
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
    // 22 and 82 characters of ASCII at 4 bytes a token; the prompt {"parts":[{"text":"Tides?"}],"role":"user"} has 43.
    expect(last?.usageMetadata).toEqual({
      promptTokenCount: 11,
      candidatesTokenCount: 21,
      thoughtsTokenCount: 6,
      totalTokenCount: 38,
    });
  });

  it('sends every call whole, in a chunk of its own, the first one signed', async () => {
    server.script(() => ({
      parts: [
        { type: 'call', name: 'bash', args: { command: 'ls' } },
        { type: 'call', name: 'read_file', args: { path: 'a' } },
      ],
    }));
    const chunks = await collect({});
    expect(chunks).toHaveLength(3);
    const parts = partsOf(chunks);
    expect(parts.map(({ functionCall }) => [functionCall?.name, functionCall?.args])).toEqual([
      ['bash', { command: 'ls' }],
      ['read_file', { path: 'a' }],
    ]);
    expect(new Set(parts.map(({ functionCall }) => functionCall?.id)).size).toBe(2);
    expect(parts.map(({ thoughtSignature }) => thoughtSignature !== undefined)).toEqual([true, false]);
  });

  it('cuts an answer at the allowed length and says so', async () => {
    server.script(() => ({ parts: [{ type: 'text', text: 'abcd'.repeat(10) }] }));
    const chunks = await collect({ maxOutputTokens: 4 });
    expect(
      partsOf(chunks)
        .map((part) => part.text)
        .join(''),
    ).toBe('abcd'.repeat(4));
    expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('MAX_TOKENS');
  });

  it('gives the same answer whole', async () => {
    server.script(() => ANSWER);
    const response = await ai.models.generateContent({
      model: 'demo-planner',
      contents: 'Tides?',
      config: { thinkingConfig: { includeThoughts: true } },
    });
    expect(response.text).toBe(ANSWER.parts[1].text);
    expect(response.candidates?.[0]?.content?.parts?.map(({ text }) => text)).toEqual([
      ANSWER.parts[0].text,
      ANSWER.parts[1].text,
      '',
    ]);
  });

  it('stops when the client goes away', async () => {
    await server.close();
    server = await startDemoServer({ latency: { firstByteMs: 0, perUncachedKilotokenMs: 0, perChunkMs: 50 } });
    ai = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
    server.script(() => ANSWER);
    const abort = new AbortController();
    const stream = await ai.models.generateContentStream({
      model: 'demo-planner',
      contents: 'Tides?',
      config: { abortSignal: abort.signal },
    });
    await expect(
      (async () => {
        for await (const _ of stream) abort.abort();
      })(),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});
