import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildForkedMessages } from '../../core/fork/forked-messages.ts';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import { geminiDialect } from '../../core/providers/gemini-dialect.ts';
import type { Message } from '../../core/session/message.ts';
import { createGeminiAdapter } from './gemini.ts';
import { build, message, run, text } from './testing/exchange.ts';
import { answerWith, candidate } from './testing/gemini-answers.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';

let proxy: RecordingProxy;
beforeEach(async () => {
  proxy = await startRecordingProxy({
    answer: (response) => answerWith(response, [candidate([{ text: 'ok' }], 'STOP')]),
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
});

function adapter(apiKey = 'test-key') {
  return createGeminiAdapter({ provider: 'gemini', apiKey, baseUrl: proxy.url, cacheTtlMs: 60_000 });
}

/** The pieces of the last recorded body, serialised one by one. */
async function send(request: BuiltRequest): Promise<{ raw: string; pieces: string[]; body: Record<string, unknown> }> {
  expect((await run(adapter(), request)).error).toBeNull();
  const raw = proxy.requests.at(-1)?.body.toString('utf8') ?? '';
  const body: Record<string, unknown> = JSON.parse(raw);
  const contents = body.contents as unknown[];
  return { raw, body, pieces: [body.tools, body.systemInstruction, ...contents].map((piece) => JSON.stringify(piece)) };
}

const tools = [
  {
    name: 'read_file',
    description: 'Reads a file. "quotes", ümlauts, \u2028 and \ud83d\ude00',
    parameters: {
      required: ['path'],
      type: 'object',
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { z: { type: ['string', 'null'], 'x-own': 1 }, path: { type: 'string', minLength: 1 }, 7: {} },
      additionalProperties: false,
    },
  },
  { name: 'bash', description: 'Runs.', parameters: { properties: { command: { type: 'string' } }, type: 'object' } },
];

const signed = {
  thoughtSignature: 'c2lnbmF0dXJl',
  futureField: { kept: true },
  functionCall: { name: 'bash', id: 'p1', args: { z: 1, a: [null, 1.5e300, 'é\ud800'] }, unknown: 'kept' },
};

const history: Message[] = [
  message('user', text('hello \u0000 \ud83d\ude00'), { kind: 'image', mimeType: 'image/png', data: 'aGk=' }),
  message(
    'model',
    { kind: 'text', text: 'hm', thought: true },
    {
      kind: 'text',
      text: 'hm',
      thought: true,
      wire: { family: 'gemini', value: { thoughtSignature: 's', thought: true, text: 'hm' } },
    },
    { kind: 'text', text: 'I look.', wire: { family: 'gemini', value: { text: 'I look.' } } },
    { kind: 'call', callId: 'c1', wireId: 'p1', name: 'bash', args: {}, wire: { family: 'gemini', value: signed } },
    {
      kind: 'call',
      callId: 'c2',
      name: 'bash',
      args: {},
      wire: { family: 'gemini', value: { functionCall: { name: 'bash', args: {} } } },
    },
    { kind: 'opaque', wire: { family: 'gemini', value: { text: '', thoughtSignature: 'ZW5k' } } },
  ),
  message(
    'user',
    { kind: 'result', callId: 'c1', wireId: 'p1', name: 'bash', text: 'out', isError: false },
    { kind: 'result', callId: 'c2', name: 'bash', text: 'no', isError: true },
  ),
  message('model', { kind: 'call', callId: 'c3', name: 'agent', args: 'do it', wire: { family: 'openai', value: {} } }),
];

it('puts tools, system text and every message on the wire byte for byte as they were built', async () => {
  const request = build(geminiDialect, { tools, systemText: 'You are\n"careful".' }, history);

  const { raw, pieces } = await send(request);

  expect(pieces).toEqual(request.segments.map((segment) => segment.text));
  const [toolsText, systemText, ...messages] = request.segments.map((segment) => segment.text);
  expect(raw).toContain(`"tools":${toolsText}`);
  expect(raw).toContain(`"systemInstruction":${systemText}`);
  expect(raw).toContain(`"contents":[${messages.join(',')}]`);
  expect(raw).toContain(JSON.stringify(signed));
});

it('sends a fork that shares all of its parent and differs from its sibling only in the directive', async () => {
  const requests = ['list lexer states', 'list parser states'].map((directive) => {
    const { added } = buildForkedMessages(history, directive, geminiDialect.forkShape, (purpose) => purpose);
    return build(geminiDialect, { tools }, [...history, ...added]);
  });
  const parent = await send(build(geminiDialect, { tools }, history));
  const forks = [];
  for (const request of requests) forks.push(await send(request));

  for (const fork of forks) expect(fork.pieces.slice(0, parent.pieces.length)).toEqual(parent.pieces);
  const [first = '', second = ''] = forks.map((fork) => fork.raw);
  let at = 0;
  while (first[at] === second[at]) at++;
  expect(first.slice(at)).toMatch(/^lexer states/);
  expect(second.slice(at)).toMatch(/^parser states/);
});

it('sends back what the model sent, byte for byte', async () => {
  const answer = `{"candidates":[{"content":{"role":"model","parts":[${JSON.stringify(signed)}]},"finishReason":"STOP"}]}`;
  const model = await startRecordingProxy({
    answer: (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${answer}\n\n`),
  });
  const { finish } = await run(
    createGeminiAdapter({ provider: 'gemini', apiKey: 'k', baseUrl: model.url, cacheTtlMs: 1 }),
  );
  await model.close();
  // As a session's log stores it: written as JSON and read again.
  const parts = JSON.parse(JSON.stringify(finish?.parts ?? []));

  const { raw } = await send(build(geminiDialect, {}, [message('user', text('go')), message('model', ...parts)]));

  expect(raw).toContain(`{"role":"model","parts":[${JSON.stringify(signed)}]}`);
});

it('asks v1beta once, with the key in a header, whatever the environment says', async () => {
  vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
  vi.stubEnv('GOOGLE_GENAI_API_VERSION', 'v1');
  vi.stubEnv('GOOGLE_API_KEY', 'another-key');
  vi.stubEnv('GOOGLE_GEMINI_BASE_URL', 'http://127.0.0.1:1');

  await run(adapter('  test-key\n'));

  expect(proxy.requests).toHaveLength(1);
  expect(proxy.requests[0]).toMatchObject({
    method: 'POST',
    path: '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'test-key' },
  });
});

it.each([
  ['gemini-3.8-flash', {}, { thinkingConfig: { includeThoughts: true } }],
  [
    'gemini-3.8-flash',
    { temperature: 0, topP: 0.5, maxOutputTokens: 9, thinkingLevel: 'low' },
    { temperature: 0, topP: 0.5, maxOutputTokens: 9, thinkingConfig: { includeThoughts: true, thinkingLevel: 'LOW' } },
  ],
  ['gemini-2.0-flash', { temperature: 1 }, { temperature: 1 }],
] as const)('writes the sampling of %s %j as generationConfig', async (model, sampling, expected) => {
  const { body } = await send(build(geminiDialect, { model, sampling }));
  expect(body.generationConfig).toEqual(expected);
});

it('sends neither tools nor system text when there are none', async () => {
  const { body } = await send(build(geminiDialect, { systemText: '' }));
  expect(Object.keys(body).sort()).toEqual(['contents', 'generationConfig']);
});
