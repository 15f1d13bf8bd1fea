import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Part } from '../../core/session/message.ts';
import { build, message, type Outcome, run, text } from './testing/exchange.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { claudeEvents, sendEvents } from './testing/vendor-answers.ts';
import { ANTHROPIC } from './testing/vendors.ts';

let server: RecordingProxy;
let events: readonly object[] = [];
beforeEach(async () => {
  server = await startRecordingProxy({
    answer: (response) => {
      sendEvents(response, events, true);
      response.end();
    },
  });
});
afterEach(() => server.close());

async function answerTo(...parameters: Parameters<typeof claudeEvents>): Promise<Outcome> {
  events = claudeEvents(...parameters);
  const adapter = ANTHROPIC.adapter(server.url);
  return run(adapter, build(adapter.dialect, { model: ANTHROPIC.model }));
}

const json = (...pieces: readonly string[]) =>
  pieces.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
const call = (id: string, deltas: readonly object[], input: object = {}) => ({
  start: { type: 'tool_use', id, name: 'bash', input },
  deltas,
});

// A thinking block as it is streamed: text, then the signature.
const THINKING = {
  start: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    { type: 'thinking_delta', thinking: 'Let me ' },
    { type: 'thinking_delta', thinking: 'see.' },
    { type: 'signature_delta', signature: 'EqQBCgIYAhIM' },
  ],
};
const REDACTED = { start: { type: 'redacted_thinking', data: 'EmwKAhgB' }, deltas: [] };
const TEXT = {
  start: { type: 'text', text: '', citations: null },
  deltas: [
    { type: 'text_delta', text: 'I ' },
    { type: 'text_delta', text: 'look.' },
  ],
};

it('keeps every block as received and in order, thinking and signatures included', async () => {
  const { finish, shown } = await answerTo(
    [THINKING, REDACTED, TEXT, call('toolu_1', json('', '{"comm', 'and":"ls"}')), call('toolu_2', json(''))],
    'tool_use',
  );
  expect(shown).toBe('I look.');
  expect(finish?.reason).toBe('tool-calls');
  const own = (value: object) => ({ family: 'anthropic', value });
  expect(finish?.parts).toEqual([
    {
      kind: 'text',
      text: 'Let me see.',
      thought: true,
      wire: own({ type: 'thinking', thinking: 'Let me see.', signature: 'EqQBCgIYAhIM' }),
    },
    { kind: 'opaque', wire: own({ type: 'redacted_thinking', data: 'EmwKAhgB' }) },
    { kind: 'text', text: 'I look.', wire: own({ type: 'text', text: 'I look.', citations: null }) },
    {
      kind: 'call',
      callId: 'call-1',
      wireId: 'toolu_1',
      name: 'bash',
      args: { command: 'ls' },
      wire: own({ type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'ls' } }),
    },
    {
      kind: 'call',
      callId: 'call-2',
      wireId: 'toolu_2',
      name: 'bash',
      args: {},
      wire: own({ type: 'tool_use', id: 'toolu_2', name: 'bash', input: {} }),
    },
  ]);
});

it('sends back what Claude sent, byte for byte', async () => {
  const { finish } = await answerTo([THINKING, REDACTED, TEXT, call('toolu_1', json('{"z":1,"a":"é"}'))], 'tool_use');
  const stored = JSON.parse(JSON.stringify(finish?.parts ?? [])) as Part[];
  const adapter = ANTHROPIC.adapter(server.url);
  const question = message('user', text('And?'));
  await run(adapter, build(adapter.dialect, {}, [question, { id: 'm', role: 'model', parts: stored }, question]));
  expect(server.requests.at(-1)?.body.toString()).toContain(
    '"content":[{"type":"thinking","thinking":"Let me see.","signature":"EqQBCgIYAhIM"},' +
      '{"type":"redacted_thinking","data":"EmwKAhgB"},{"type":"text","text":"I look.","citations":null},' +
      '{"type":"tool_use","id":"toolu_1","name":"bash","input":{"z":1,"a":"é"}}]',
  );
});

it('takes an input that stands in the block itself', async () => {
  const { finish } = await answerTo([call('toolu_1', [], { command: 'ls' })], 'tool_use');
  expect(finish?.parts).toMatchObject([{ args: { command: 'ls' } }]);
});

it.each([
  ['cut', '{"command":"rm -rf '],
  ['no object', '["ls"]'],
])('does not run a call whose arguments are %s', async (_, args) => {
  const { finish } = await answerTo([TEXT, call('toolu_1', json(args))], 'tool_use');
  expect(finish).toMatchObject({ reason: 'malformed-call', parts: [] });
});

it('tells a call that the output limit cut, in a form that can be sent back', async () => {
  const { finish } = await answerTo([call('toolu_1', json('{"command":"rm -rf '))], 'max_tokens');
  expect(finish).toMatchObject({ reason: 'max-tokens', parts: [{ args: {}, wire: { value: { input: {} } } }] });
});

it.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'max-tokens'],
  ['refusal', 'safety'],
  ['pause_turn', 'other'],
  ['a_new_reason', 'other'],
])('knows the reason %s as %s', async (said, reason) => {
  const { finish } = await answerTo([TEXT], said);
  expect(finish).toMatchObject({ reason, providerReason: said, parts: [{ text: 'I look.' }] });
});

it('keeps blocks that are not known here, and overlooks events that are not', async () => {
  const server_tool = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  events = [
    ...claudeEvents([{ start: server_tool, deltas: [{ type: 'a_new_delta', x: 1 }] }, TEXT], 'end_turn').slice(0, -1),
    { type: 'a_new_event' },
    { type: 'message_stop' },
  ];
  const adapter = ANTHROPIC.adapter(server.url);
  const { finish } = await run(adapter, build(adapter.dialect, { model: ANTHROPIC.model }));
  expect(finish?.parts[0]).toEqual({ kind: 'opaque', wire: { family: 'anthropic', value: server_tool } });
  expect(finish?.reason).toBe('stop');
});
