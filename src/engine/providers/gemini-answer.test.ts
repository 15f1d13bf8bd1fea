import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createGeminiAdapter } from './gemini.ts';
import { type Outcome, run } from './testing/exchange.ts';
import { answerWith, candidate } from './testing/gemini-answers.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

let server: RecordingProxy | undefined;
afterEach(async () => {
  await server?.close();
});

async function answered(write: (response: ServerResponse) => void): Promise<Outcome> {
  server = await startRecordingProxy({ answer: write });
  return run(createGeminiAdapter({ provider: 'gemini', apiKey: 'k', baseUrl: server.url, cacheTtlMs: 1 }));
}

const answeredWith = (...events: object[]) => answered((response) => answerWith(response, events));
const wire = (value: object) => ({ family: 'gemini', value });
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: { path: '.' }, ...more } });

describe('parts', () => {
  it('join neighbouring plain text of one kind, and keep everything else as received and in order', async () => {
    const signedText = { text: ' signed', thoughtSignature: 'czE=' };
    const signedCall = { ...call('read_file', { id: 'p1' }), thoughtSignature: 'czI=' };
    const second = call('bash');
    const end = { text: '', thoughtSignature: 'czM=' };
    const { shown, finish } = await answeredWith(
      candidate([{ text: 'I ', thought: true }]),
      candidate([{ text: 'think', thought: true }, { text: 'Look' }]),
      candidate([{ text: 'ing' }]),
      candidate([signedText, { text: '!' }, { text: '' }]),
      candidate([signedCall, second]),
      candidate([end], 'STOP'),
    );

    expect(shown).toBe('Looking signed!');
    expect(finish?.reason).toBe('tool-calls');
    expect(finish?.parts).toEqual([
      { kind: 'text', text: 'I think', thought: true, wire: wire({ text: 'I think', thought: true }) },
      { kind: 'text', text: 'Looking', wire: wire({ text: 'Looking' }) },
      { kind: 'text', text: ' signed', wire: wire(signedText) },
      { kind: 'text', text: '!', wire: wire({ text: '!' }) },
      { kind: 'call', callId: 'call-1', wireId: 'p1', name: 'read_file', args: { path: '.' }, wire: wire(signedCall) },
      { kind: 'call', callId: 'call-2', name: 'bash', args: { path: '.' }, wire: wire(second) },
      { kind: 'opaque', wire: wire(end) },
    ]);
  });

  it('do not join across a call', async () => {
    const { finish } = await answeredWith(candidate([{ text: 'a' }, call('x'), { text: 'b' }, { text: 'c' }], 'STOP'));
    expect(finish?.parts.map((part) => (part.kind === 'text' ? part.text : part.kind))).toEqual(['a', 'call', 'bc']);
  });

  it('survive letters that are cut by the network, and both kinds of line ends', async () => {
    const bytes = Buffer.from(`data: ${JSON.stringify(candidate([{ text: 'für 😀' }], 'STOP'))}\r\n\r\n`);
    const { shown, firstBytes } = await answered(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': a comment\n\n');
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    expect(shown).toBe('für 😀');
    expect(firstBytes).toBe(1);
  });
});

describe('finish', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'max-tokens'],
    ['SAFETY', 'safety'],
    ['RECITATION', 'safety'],
    ['PROHIBITED_CONTENT', 'safety'],
    ['SPII', 'safety'],
    ['BLOCKLIST', 'safety'],
    ['TOO_MANY_TOOL_CALLS', 'other'],
    ['A_WORD_OF_TOMORROW', 'other'],
  ])('%s is %s, and what came is kept', async (word, reason) => {
    const { finish } = await answeredWith(candidate([{ text: 'part' }]), candidate([], word));
    expect(finish).toMatchObject({ reason, providerReason: word, parts: [{ kind: 'text', text: 'part' }] });
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
    'of %s keeps no part, leaked text included',
    async (word) => {
      const { finish, error } = await answeredWith(
        candidate([{ text: 'call:default_api{' }, { text: '', thoughtSignature: 'cw==' }]),
        candidate([], word, { promptTokenCount: 7 }),
      );
      expect(error).toBeNull();
      expect(finish).toMatchObject({ reason: 'malformed-call', providerReason: word, parts: [], usage: { input: 7 } });
    },
  );

  it('of a call without a name is a malformed call', async () => {
    const { finish } = await answeredWith(candidate([{ functionCall: { args: {} } }], 'STOP'));
    expect(finish).toMatchObject({ reason: 'malformed-call', parts: [] });
  });

  it('of a refused prompt is safety, with the provider’s word', async () => {
    const { finish } = await answeredWith({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 5 },
    });
    expect(finish).toMatchObject({ reason: 'safety', providerReason: 'PROHIBITED_CONTENT', parts: [] });
  });

  it('stands when only the end of the stream is bad after it', async () => {
    const whole = `data: ${JSON.stringify(candidate([{ text: 'whole' }], 'STOP'))}\n\n`;
    for (const tail of ['data: [DONE]\n\n', 'data: {"cand']) {
      const { finish, error } = await answered((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(whole + tail);
      });
      expect(error).toBeNull();
      expect(finish).toMatchObject({ reason: 'stop', parts: [{ text: 'whole' }] });
      await server?.close();
    }
  });
});

describe('usage', () => {
  it('counts the cached tokens inside the input and the thoughts apart, and takes the last counts', async () => {
    const { finish } = await answeredWith(
      candidate([{ text: 'a' }], undefined, {
        promptTokenCount: 9000,
        cachedContentTokenCount: 8100,
        totalTokenCount: 9001,
      }),
      candidate([{ text: 'b' }], 'STOP', {
        promptTokenCount: 9000,
        toolUsePromptTokenCount: 50,
        candidatesTokenCount: 20,
        thoughtsTokenCount: 30,
        totalTokenCount: 9100,
      }),
    );
    expect(finish?.usage).toEqual({ input: 9050, cacheRead: 8100, cacheWrite: 0, output: 20, thoughts: 30 });
  });

  it('is null when none was reported', async () => {
    expect((await answeredWith(candidate([{ text: 'a' }], 'STOP'))).finish?.usage).toBeNull();
  });
});
