import { ApiError, type Content, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, startDemoServer } from '../demo/demo-server.ts';

let server: DemoServer;
let ai: GoogleGenAI;

beforeAll(async () => {
  server = await startDemoServer({ latency: 'fast' });
  ai = clientFor('any key');
});
afterAll(() => server.close());

function clientFor(apiKey: string): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { baseUrl: server.url, apiVersion: 'v1beta' } });
}

const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const model = (text: string): Content => ({ role: 'model', parts: [{ text }] });
const tools = ['read_file', 'list_files', 'search', 'bash'].map((name) => ({
  name,
  parametersJsonSchema: { type: 'object' },
}));

async function refusal(contents: Content[], name = 'demo-planner', client = ai) {
  try {
    await client.models.generateContent({ model: name, contents });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const body = JSON.parse(error.message) as {
      error: { code: number; status: string; message: string; details?: { reason?: string }[] };
    };
    expect(body.error.code).toBe(error.status);
    return body.error;
  }
  throw new Error('The request was answered.');
}

/** A real first step: the model reads two files at once, and signs the first call. */
async function firstStep(): Promise<Content[]> {
  const question = user('Read src/a.js and src/b.js, and run `true`');
  const listed = await answer([question]);
  const list = callsIn(listed);
  const history = [question, listed, respond(list, () => 'src/a.js\nsrc/b.js')];
  return [...history, await answer(history)];
}

async function answer(contents: Content[]): Promise<Content> {
  const response = await ai.models.generateContent({
    model: 'demo-planner',
    contents,
    config: { tools: [{ functionDeclarations: tools }] },
  });
  const content = response.candidates?.[0]?.content;
  if (!content) throw new Error('The model gave no content.');
  return content;
}

function callsIn(content: Content) {
  return (content.parts ?? []).flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
}

function respond(calls: ReturnType<typeof callsIn>, output: (name: string) => string): Content {
  return {
    role: 'user',
    parts: calls.map(({ id = '', name = '' }) => ({
      functionResponse: { id, name, response: { output: output(name) } },
    })),
  };
}

describe('what Gemini refuses', () => {
  it('refuses an empty list of contents', async () => {
    const response = await fetch(`${server.url}/v1beta/models/demo-planner:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': 'k' },
      body: '{"contents":[]}',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        code: 400,
        message: '* GenerateContentRequest.contents: contents is not specified\n',
        status: 'INVALID_ARGUMENT',
      },
    });
  });

  it('refuses a first content that is not the user’s, and a last one that is the model’s', async () => {
    expect((await refusal([model('Hello.'), user('Hello.')])).message).toMatch(/alternate between user and model/);
    expect((await refusal([user('Hello.'), model('Hello.')])).message).toMatch(/ending with a model turn/);
  });

  it('refuses two contents of one role in a row', async () => {
    expect((await refusal([user('One.'), user('Two.')])).message).toMatch(/alternate between user and model/);
  });

  it('refuses a content without parts, a part without data, and an unknown role', async () => {
    expect((await refusal([{ role: 'user', parts: [] }])).message).toMatch(
      /contents\[0\]\.parts: contents\.parts must not be empty/,
    );
    expect((await refusal([{ role: 'user', parts: [{}] }])).message).toMatch(
      /contents\[0\]\.parts\[0\]\.data: required oneof field/,
    );
    expect((await refusal([{ role: 'system', parts: [{ text: 'x' }] }])).message).toBe(
      'Please use a valid role: user, model.',
    );
  });

  it('refuses a name it does not know in the body', async () => {
    const response = await fetch(`${server.url}/v1/models/demo-planner:generateContent?key=k`, {
      method: 'POST',
      body: '{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"temprature":1}',
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Unknown name \\"temprature\\": Cannot find field.');
  });

  it('refuses an unknown model with 404 and a hint', async () => {
    const error = await refusal([user('Hi.')], 'gemini-99');
    expect(error).toMatchObject({ code: 404, status: 'NOT_FOUND' });
    expect(error.message).toMatch(
      /^models\/gemini-99 is not found for API version v1beta, or is not supported for generateContent/,
    );
  });

  it('refuses a missing key with 403 and a bad one with 400', async () => {
    const response = await fetch(`${server.url}/v1beta/models`);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
    const error = await refusal([user('Hi.')], 'demo-planner', clientFor('refused'));
    expect(error).toMatchObject({ code: 400, message: 'API key not valid. Please pass a valid API key.' });
    expect(error.details?.[0]?.reason).toBe('API_KEY_INVALID');
  });
});

describe('calls and their answers', () => {
  it('asks for several files at once and signs the first call only', async () => {
    const step = (await firstStep()).at(-1);
    const calls = (step?.parts ?? []).filter((part) => part.functionCall);
    expect(calls.map((part) => part.functionCall?.args)).toEqual([{ path: 'src/a.js' }, { path: 'src/b.js' }]);
    expect(calls.map((part) => typeof part.thoughtSignature)).toEqual(['string', 'undefined']);
  });

  it('goes on when both are answered in order', async () => {
    const history = await firstStep();
    const last = history.at(-1);
    const next = await answer([...history, respond(callsIn(last ?? {}), () => '// empty')]);
    expect(callsIn(next).map(({ name }) => name)).toEqual(['bash']);
  });

  it('refuses an unanswered call, one answer too few, and one too many', async () => {
    const history = await firstStep();
    const calls = callsIn(history.at(-1) ?? {});
    const count = /number of function response parts is equal to the number of function call parts/;
    expect((await refusal([...history, user('Go on.')])).message).toMatch(count);
    expect((await refusal([...history, respond(calls.slice(0, 1), () => '')])).message).toMatch(count);
    expect((await refusal([...history, respond([...calls, ...calls.slice(0, 1)], () => '')])).message).toMatch(count);
  });

  it('refuses answers with a wrong name or id, and in the wrong order', async () => {
    const history = await firstStep();
    const [first, second] = callsIn(history.at(-1) ?? {});
    if (!first || !second) throw new Error('Two calls were expected.');
    expect((await refusal([...history, respond([{ ...first, name: 'bash' }, second], () => '')])).message).toMatch(
      /is for "bash"/,
    );
    expect((await refusal([...history, respond([{ ...first, id: 'x' }, second], () => '')])).message).toMatch(/id x/);
    expect((await refusal([...history, respond([second, first], () => '')])).message).toMatch(/Function response 0/);
  });

  it('refuses an answer that follows no call', async () => {
    const stray = respond([{ id: '1', name: 'bash' }], () => '');
    expect((await refusal([user('Hi.'), model('Hello.'), stray])).message).toMatch(
      /immediately after a function call turn/,
    );
  });

  it('refuses a call without its signature, and takes it in an earlier turn', async () => {
    const history = await firstStep();
    const calls = callsIn(history.at(-1) ?? {});
    const stripped = history.map((content) => ({
      ...content,
      parts: (content.parts ?? []).map(({ thoughtSignature: _gone, ...part }) => part),
    }));
    const answered = [...stripped, respond(calls, () => '')];
    const error = await refusal(answered);
    expect(error.message).toMatch(/^Function call is missing a thought_signature in functionCall parts\./);
    expect(error.message).toContain('function call `default_api:list_files` , position 2.');
    const later = await answer([...answered, model('Both are empty.'), user('Run `true`')]);
    expect(callsIn(later).map(({ args }) => args)).toEqual([{ command: 'true' }]);
  });

  it('refuses a corrupted signature, and one that was given for another call', async () => {
    const history = await firstStep();
    const calls = callsIn(history.at(-1) ?? {});
    const altered = (change: (signature: string) => string) =>
      history.map((content) => ({
        ...content,
        parts: (content.parts ?? []).map((part) =>
          part.thoughtSignature ? { ...part, thoughtSignature: change(part.thoughtSignature) } : part,
        ),
      }));
    const flip = (signature: string) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    expect((await refusal([...altered(flip), respond(calls, () => '')])).message).toBe('Corrupted thought signature.');
    const foreign = history[1]?.parts?.find((part) => part.thoughtSignature)?.thoughtSignature ?? '';
    expect((await refusal([...altered(() => foreign), respond(calls, () => '')])).message).toBe(
      'Corrupted thought signature.',
    );
    const skipped = altered(() => 'skip_thought_signature_validator');
    expect(callsIn(await answer([...skipped, respond(calls, () => '')]))).toHaveLength(1);
  });

  it('refuses a context that is too long for the model, with both numbers', async () => {
    // The content below is {"role":"user","parts":[{"text":"…"}]}: 37 bytes around the text, 4 bytes a token.
    const error = await refusal([user('x'.repeat(4 * 40_000 - 37))], 'demo-planner-small');
    expect(error.message).toBe('The input token count (40000) exceeds the maximum number of tokens allowed (32768).');
  });
});

describe('the other endpoints', () => {
  it('lists models, shows one, and counts tokens by the documented rule', async () => {
    const names: string[] = [];
    for await (const entry of await ai.models.list()) names.push(entry.name ?? '');
    expect(names).toContain('models/demo-planner');
    expect((await ai.models.get({ model: 'demo-planner' })).inputTokenLimit).toBe(1_048_576);
    // {"role":"user","parts":[{"text":"abcd"}]} is 41 bytes: 11 tokens.
    expect((await ai.models.countTokens({ model: 'demo-planner', contents: [user('abcd')] })).totalTokens).toBe(11);
  });
});
