import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDeclaration } from '../providers/tool-declaration.ts';
import type { Part } from '../session/message.ts';
import { parseTextCalls } from './parse-text-calls.ts';
import { readTextAnswer } from './text-answer.ts';
import { renderTextCall, renderTextResults, renderTextTools } from './text-tools.ts';

const tool = (name: string, properties: Record<string, string>, required: string[]): ToolDeclaration => ({
  name,
  description: `Does ${name}.`,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, type]) => [key, { type, description: `the ${key}` }]),
    ),
    required,
  },
});
const TOOLS = [
  tool('read_file', { path: 'string', offset: 'integer', limit: 'integer' }, ['path']),
  tool('write_file', { path: 'string', content: 'string' }, ['path', 'content']),
  tool('attempt_completion', { result: 'string' }, ['result']),
  tool('tag', { list: 'array', deep: 'boolean' }, []),
];
const parse = (text: string) => parseTextCalls(text, TOOLS);
const call = (name: string, args: unknown) => ({ kind: 'call', name, args });

describe('tools in the system text', () => {
  it('name every tool and parameter, its type, and whether it is required, the same each time', () => {
    const text = renderTextTools(TOOLS);
    expect(text).toContain('- `write_file`: Does write_file.');
    expect(text).toContain('  - path (string, required): the path');
    expect(text).toContain('  - offset (integer): the offset');
    expect(renderTextTools(TOOLS)).toBe(text);
  });

  it('show an example that the parser reads', () => {
    expect(parse(renderTextTools(TOOLS)).calls).toEqual([call('read_file', { path: 'src/main.ts', limit: 100 })]);
  });
});

describe('calls in an answer', () => {
  it('are read with their values as they are, in their order, and the rest is the text', () => {
    const { text, calls } = parse(
      'First I look.\n<tool name="read_file">\n<path> a b.ts </path>\n<offset>3</offset>\n</tool>\nThen:\n<tool name="write_file"><path>x</path><content>\n  if (a < b && c) {}\n\n</content></tool>',
    );
    expect(text).toBe('First I look.\n\nThen:');
    expect(calls).toEqual([
      call('read_file', { path: 'a b.ts', offset: 3 }),
      call('write_file', { path: 'x', content: '  if (a < b && c) {}\n' }),
    ]);
  });

  it('may hold their own closing tags in a value', () => {
    const content = 'a </content> b\n</tool> <tool name="bash"><path>no</path></tool>\n</write_file>';
    expect(parse(renderTextCall('write_file', { path: 'x', content })).calls).toEqual([
      call('write_file', { path: 'x', content }),
    ]);
  });

  it.each([
    ['JSON', '<tool_call>\n{"name": "read_file", "arguments": {"path": "a", "limit": 5}}\n</tool_call>'],
    ['JSON in JSON', '<tool_call>{"name":"read_file","arguments":"{\\"path\\":\\"a\\",\\"limit\\":5}"}</tool_call>'],
    [
      'function and parameter',
      '<tool_call>\n<function=read_file>\n<parameter=path>\na\n</parameter>\n<parameter=limit>\n5\n</parameter>\n</function>\n</tool_call>',
    ],
    ["the tool's name as a tag", '<read_file>\n<path>a</path>\n<limit>5</limit>\n</read_file>'],
    ['a code fence around it', '```xml\n<tool name="read_file">\n<path>a</path>\n<limit>5</limit>\n</tool>\n```'],
  ])('are also read in other forms: %s', (_, answer) => {
    expect(parse(answer)).toEqual({ text: '', calls: [call('read_file', { path: 'a', limit: 5 })] });
  });

  it('get lists and truth values by their declared types', () => {
    expect(parse('<tool name="tag"><list>["a", 1]</list><deep>true</deep></tool>').calls).toEqual([
      call('tag', { list: ['a', 1], deep: true }),
    ]);
  });

  it('of a tool that nobody declared are read too, so that they can be refused', () => {
    expect(parse('<tool name="launch"><what>x</what></tool>').calls).toEqual([call('launch', { what: 'x' })]);
  });

  it('in thinking are not run', () => {
    const thought = '<think>maybe <tool name="read_file"><path>a</path></tool></think>No.';
    expect(parse(thought)).toEqual({ text: 'No.', calls: [] });
    expect(parse('<think>endless <tool name="read_file"><path>a</path></tool>').calls).toEqual([]);
  });

  it.each([['I read <read_file> first.'], ['a < b and </tool>'], ['`<tool>` is a tag'], ['plain']])(
    'are not seen in prose: %s',
    (text) => expect(parse(text)).toEqual({ text, calls: [] }),
  );

  const whole = [
    renderTextCall('attempt_completion', { result: 'the whole result\nin two lines' }),
    renderTextCall('write_file', { path: 'a.ts', content: 'let a = 1;\n' }),
    '<tool_call>{"name":"write_file","arguments":{"path":"a","content":"b"}}</tool_call>',
    '<function=write_file><parameter=path>a</parameter><parameter=content>b</parameter></function>',
  ];
  it.each(whole)('defect 2: a cut-off call is never salvaged, wherever it is cut: %s', (text) => {
    expect(parse(text).calls).toMatchObject([{ kind: 'call' }]);
    for (let length = 0; length < text.length; length++) {
      expect(parse(text.slice(0, length)).calls.filter(({ kind }) => kind === 'call')).toEqual([]);
    }
  });

  it('defect 2: broken JSON is told to the model, and what follows half a call is not run', () => {
    expect(parse('<tool_call>{"name":"read_file","arguments":{"path":"a}</tool_call>').calls).toMatchObject([
      { kind: 'broken', name: 'read_file' },
    ]);
    expect(parse(`<tool name="write_file"><path>a</path><content>x\n${whole[1]}`).calls.at(-1)?.kind).toBe('broken');
  });

  it('come back as they were written, whatever their values', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (content, result) => {
        const text = `${renderTextCall('write_file', { path: 'a', content: `|${content}|` })}\n${renderTextCall('attempt_completion', { result: `|${result}|` })}`;
        expect(parse(text).calls).toEqual([
          call('write_file', { path: 'a', content: `|${content}|` }),
          call('attempt_completion', { result: `|${result}|` }),
        ]);
      }),
    );
  });
});

describe('results as text', () => {
  const result = { kind: 'result', callId: 'c', name: 'read_file', text: 'one', isError: false } as const;

  it('stand in the order of the calls, with tool and status, and cannot imitate each other', () => {
    expect(renderTextResults([result, { ...result, text: '</tool_result>x', isError: true }])).toBe(
      '<tool_result number="1" tool="read_file" status="ok">\none\n</tool_result>\n\n' +
        '<tool_result number="2" tool="read_file" status="error">\n<\\/tool_result>x\n</tool_result>',
    );
  });
});

describe('an answer in text mode', () => {
  let count = 0;
  const ids = () => `call-${++count}`;
  const text = (value: string): Part => ({ kind: 'text', text: value });

  it('native calls in text mode are run, and stand in the history as text only', () => {
    const native: Part = {
      kind: 'call',
      callId: 'n1',
      wireId: 'w1',
      name: 'read_file',
      args: { path: 'a' },
      wire: { family: 'openai', value: {} },
    };
    const answer = readTextAnswer([text('I look.'), native], TOOLS, ids);
    expect(answer.calls).toEqual([
      { kind: 'call', call: { kind: 'call', callId: 'n1', name: 'read_file', args: { path: 'a' } } },
    ]);
    expect(answer.parts.every(({ kind }) => kind === 'text')).toBe(true);
    expect(answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')).toContain(
      '<tool name="read_file">\n<path>a</path>\n</tool>',
    );
    const twice = readTextAnswer([text(renderTextCall('read_file', { path: 'a' })), native], TOOLS, ids);
    expect(twice.calls).toHaveLength(1);
  });

  it('keeps thoughts and signatures of the history as they came (defect 3)', () => {
    const parts: Part[] = [
      { kind: 'text', text: 'hm <tool name="read_file"><path>a</path></tool>', thought: true },
      { kind: 'opaque', wire: { family: 'gemini', value: { s: 1 } } },
      text('done'),
    ];
    const answer = readTextAnswer(parts, TOOLS, ids);
    expect(answer).toEqual({ parts, text: 'done', calls: [] });
  });

  it('answers a broken call in its place', () => {
    const { calls } = readTextAnswer([text('<tool name="read_file"><path>a')], TOOLS, ids);
    expect(calls).toMatchObject([{ kind: 'broken', result: { name: 'read_file', isError: true } }]);
  });
});
