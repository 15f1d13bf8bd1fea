import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Part } from '../../core/session/message.ts';
import { build, type Outcome, run } from './testing/exchange.ts';
import { type RecordingProxy, startRecordingProxy } from './testing/recording-proxy.ts';
import { completion, sendEvents } from './testing/vendor-answers.ts';
import { DEEPSEEK, PLAIN } from './testing/vendors.ts';

let server: RecordingProxy;
let events: readonly object[] = [];
beforeEach(async () => {
  server = await startRecordingProxy({
    answer: (response) => {
      sendEvents(response, events, false);
      response.end('data: [DONE]\n\n');
    },
  });
});
afterEach(() => server.close());

async function answerTo(...deltas: readonly object[]): Promise<Outcome> {
  events = deltas;
  const adapter = PLAIN.adapter(server.url);
  return run(adapter, build(adapter.dialect, { model: PLAIN.model }));
}

const piece = (tool_call: object) => completion({ tool_calls: [tool_call] });
const start = (index: number | undefined, id: string | undefined, name: string, args = '') =>
  piece({ ...(index === undefined ? {} : { index }), id, type: 'function', function: { name, arguments: args } });
const more = (index: number, args: string) => piece({ index, function: { arguments: args } });
const end = (reason = 'tool_calls') => completion({}, reason);
const callsIn = (parts: readonly Part[] | undefined) =>
  (parts ?? []).flatMap((part) => (part.kind === 'call' ? [[part.wireId, part.name, part.args]] : []));

describe('calls', () => {
  it('are joined per index, however their pieces come', async () => {
    const { finish } = await answerTo(
      start(0, 'a', 'read_file'),
      more(0, '{"pa'),
      start(1, 'b', 'bash', '{"comm'),
      more(0, 'th":"x'),
      more(1, 'and":"l'),
      more(1, 's"}'),
      more(0, '.js"}'),
      end(),
    );
    expect(finish?.reason).toBe('tool-calls');
    expect(finish?.parts).toEqual([
      {
        kind: 'call',
        callId: 'call-1',
        wireId: 'a',
        name: 'read_file',
        args: { path: 'x.js' },
        wire: {
          family: 'openai',
          value: { id: 'a', type: 'function', function: { name: 'read_file', arguments: '{"path":"x.js"}' } },
        },
      },
      {
        kind: 'call',
        callId: 'call-2',
        wireId: 'b',
        name: 'bash',
        args: { command: 'ls' },
        wire: {
          family: 'openai',
          value: { id: 'b', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
        },
      },
    ]);
  });

  it.each<[string, readonly object[], readonly unknown[]]>([
    [
      'with blank ids and names in later pieces, as DashScope sends them',
      [start(0, 'a', 'bash', '{"x"'), piece({ index: 0, id: '', function: { name: null, arguments: ':1}' } }), end()],
      [['a', 'bash', { x: 1 }]],
    ],
    [
      'with the name in every piece',
      [start(0, 'a', 'bash', '{"x"'), start(0, 'a', 'bash', ':1}'), end()],
      [['a', 'bash', { x: 1 }]],
    ],
    [
      'without an index',
      [start(undefined, 'a', 'bash', '{}'), start(undefined, 'b', 'bash', '{"x":1}'), end()],
      [
        ['a', 'bash', {}],
        ['b', 'bash', { x: 1 }],
      ],
    ],
    [
      'with one index for all',
      [start(0, 'a', 'bash', '{}'), start(0, 'b', 'grep', '{}'), end()],
      [
        ['a', 'bash', {}],
        ['b', 'grep', {}],
      ],
    ],
    [
      'without ids, or with one id for all: they get ours',
      [start(0, undefined, 'bash', '{}'), start(1, 'x', 'bash', '{}'), start(2, 'x', 'bash', '{}'), end()],
      [
        ['call-1', 'bash', {}],
        ['x', 'bash', {}],
        ['call-3', 'bash', {}],
      ],
    ],
    ['without arguments', [start(0, 'a', 'list'), end()], [['a', 'list', {}]]],
    ['under the reason "stop"', [start(0, 'a', 'bash', '{}'), end('stop')], [['a', 'bash', {}]]],
  ])('%s are read', async (_, deltas, expected) => {
    const { finish } = await answerTo(...deltas);
    expect(finish?.reason).toBe('tool-calls');
    expect(callsIn(finish?.parts)).toEqual(expected);
  });

  it('keep fields that a service adds', async () => {
    const extra = { extra_content: { google: { thought_signature: 'c2ln' } } };
    const { finish } = await answerTo(
      piece({ index: 0, id: 'a', type: 'function', function: { name: 'bash', arguments: '{}' }, ...extra }),
      end(),
    );
    expect(finish?.parts[0]).toMatchObject({ wire: { value: extra } });
  });

  it.each([
    ['cut JSON', '{"path":"x'],
    ['a bare string', '"ls"'],
    ['a list', '["ls"]'],
    ['two objects', '{}{}'],
  ])('whose arguments are %s are not run', async (_, args) => {
    const { finish } = await answerTo(completion({ content: 'I call.' }), start(0, 'a', 'bash', args), end());
    expect(finish).toMatchObject({ reason: 'malformed-call', parts: [], providerReason: 'tool_calls' });
  });

  it('without a name are not run', async () => {
    const { finish } = await answerTo(start(0, 'a', '', '{}'), end());
    expect(finish?.reason).toBe('malformed-call');
  });

  it('that the output limit cuts are told as such, and can be sent back', async () => {
    const { finish } = await answerTo(start(0, 'a', 'bash', '{"command":"rm -rf '), end('length'));
    expect(finish?.reason).toBe('max-tokens');
    expect(finish?.parts).toMatchObject([{ args: {}, wire: { value: { function: { arguments: '{}' } } } }]);
  });
});

describe('thoughts', () => {
  it.each(['reasoning_content', 'reasoning'])('in %s stand before the text and keep their field', async (field) => {
    const { finish, shown } = await answerTo(
      completion({ role: 'assistant', content: '', [field]: 'Let me ' }),
      completion({ [field]: 'see.' }),
      completion({ content: 'Yes' }),
      completion({ content: '.' }, 'stop'),
    );
    expect(shown).toBe('Yes.');
    expect(finish?.parts).toEqual([
      {
        kind: 'text',
        text: 'Let me see.',
        thought: true,
        wire: { family: 'openai', value: { [field]: 'Let me see.' } },
      },
      { kind: 'text', text: 'Yes.' },
    ]);
  });

  it('under both names are counted once', async () => {
    const { finish } = await answerTo(completion({ reasoning: 'Hm.', reasoning_content: 'Hm.' }), end('stop'));
    expect(finish?.parts).toMatchObject([{ text: 'Hm.' }]);
  });
});

it.each<[string, string, object]>([
  ['stop', 'stop', {}],
  ['length', 'max-tokens', {}],
  ['content_filter', 'safety', {}],
  ['eos', 'other', {}],
])('knows the reason %s as %s', async (said, reason) => {
  const { finish } = await answerTo(completion({ content: 'Half' }), end(said));
  expect(finish).toMatchObject({ reason, providerReason: said, parts: [{ text: 'Half' }] });
});

it('takes a refusal of the model for one, and shows it', async () => {
  const { finish, shown } = await answerTo(completion({ refusal: 'I cannot.' }), end('stop'));
  expect(shown).toBe('I cannot.');
  expect(finish).toMatchObject({ reason: 'safety', providerReason: 'refusal' });
});

it('overlooks events without choices, deltas that are null, and contents of other kinds', async () => {
  const { finish, shown } = await answerTo(
    { ...completion({}), choices: [] },
    { ...completion({}), choices: [{ index: 0, delta: null }] },
    { object: 'ping' },
    completion({ content: [{ type: 'thinking' }] }),
    completion({ content: 'ok', tool_calls: null }, 'stop'),
  );
  expect(shown).toBe('ok');
  expect(finish?.parts).toEqual([{ kind: 'text', text: 'ok' }]);
});

it('sends back what the model sent: the arguments to the letter, the thought in its field', async () => {
  const args = '{ "z": 1.0,\n "a": "é\\u2028", "big": 12345678901234567890 }';
  const { finish } = await answerTo(completion({ reasoning_content: 'Hm.' }), start(0, 'w1', 'bash', args), end());
  const stored = JSON.parse(JSON.stringify(finish?.parts ?? [])) as Part[];
  const adapter = DEEPSEEK.adapter(server.url);
  await run(adapter, build(adapter.dialect, {}, [{ id: 'm', role: 'model', parts: stored }]));
  expect(JSON.parse(server.requests.at(-1)?.body.toString() ?? '').messages.at(-1)).toEqual({
    role: 'assistant',
    content: '',
    reasoning_content: 'Hm.',
    tool_calls: [{ id: 'w1', type: 'function', function: { name: 'bash', arguments: args } }],
  });
});
