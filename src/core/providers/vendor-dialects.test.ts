import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../session/message.ts';
import { anthropicDialect } from './anthropic-dialect.ts';
import { createOpenAiDialect } from './openai-dialect.ts';
import { OPENAI_PROFILES } from './openai-profiles.ts';

const openai = createOpenAiDialect(OPENAI_PROFILES.openai.style);
const plain = createOpenAiDialect(OPENAI_PROFILES.plain.style);
const deepseek = createOpenAiDialect(OPENAI_PROFILES.deepseek.style);

const message = (role: Message['role'], ...parts: readonly Part[]): Message => ({ id: 'm', role, parts });
const text = (value: string): Part => ({ kind: 'text', text: value });

/** An answer of Gemini: every part carries a wire that nobody else must see. */
const gemini = (value: object) => ({ family: 'gemini' as const, value: { ...value, thoughtSignature: 'foreign' } });
const FOREIGN = message(
  'model',
  { kind: 'text', text: 'Hm.', thought: true, wire: gemini({ text: 'Hm.', thought: true }) },
  { kind: 'text', text: 'I look.', wire: gemini({ text: 'I look.' }) },
  { kind: 'call', callId: 'call-1', name: 'mcp.read:file', args: 'a.txt', wire: gemini({ functionCall: {} }) },
  { kind: 'call', callId: 'call-2', wireId: 'x:1', name: 'bash', args: { z: 1 }, wire: gemini({ functionCall: {} }) },
  { kind: 'opaque', wire: gemini({ text: '' }) },
);
const RESULTS = message(
  'user',
  { kind: 'result', callId: 'call-1', name: 'mcp.read:file', text: 'out', isError: false },
  { kind: 'result', callId: 'call-2', wireId: 'x:1', name: 'bash', text: 'no such file', isError: true },
  text('And now?'),
  { kind: 'image', mimeType: 'image/png', data: 'aGk=' },
);

describe('an answer of another family', () => {
  it('is written anew for Anthropic, its thoughts and signatures left out', () => {
    expect(anthropicDialect.message(FOREIGN)).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'call-1', name: 'mcp_read_file', input: { input: 'a.txt' } },
        { type: 'tool_use', id: 'x_1', name: 'bash', input: { z: 1 } },
      ],
    });
  });

  it('is written anew for chat completions', () => {
    const calls = [
      { id: 'call-1', type: 'function', function: { name: 'mcp_read_file', arguments: '{"input":"a.txt"}' } },
      { id: 'x:1', type: 'function', function: { name: 'bash', arguments: '{"z":1}' } },
    ];
    expect(openai.message(FOREIGN)).toEqual([{ role: 'assistant', content: 'I look.', tool_calls: calls }]);
    expect(plain.message(FOREIGN)).toEqual([{ role: 'assistant', content: 'I look.', tool_calls: calls }]);
    expect(deepseek.message(FOREIGN)).toEqual([
      { role: 'assistant', content: 'I look.', reasoning_content: '', tool_calls: calls },
    ]);
  });

  it.each([anthropicDialect, openai, plain, deepseek])('never shows a wire of the other one', (dialect) => {
    expect(JSON.stringify(dialect.message(FOREIGN))).not.toMatch(/foreign|Hm\./);
  });
});

describe('results', () => {
  it('answer their calls by the same ids, in one message of Anthropic', () => {
    expect(anthropicDialect.message(RESULTS)).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'call-1', content: 'out' },
        { type: 'tool_result', tool_use_id: 'x_1', content: 'no such file', is_error: true },
        { type: 'text', text: 'And now?' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } },
      ],
    });
  });

  it('are messages of their own in chat completions, with what a person says behind them', () => {
    expect(openai.message(RESULTS)).toEqual([
      { role: 'tool', tool_call_id: 'call-1', content: [{ type: 'text', text: 'out' }] },
      { role: 'tool', tool_call_id: 'x:1', content: [{ type: 'text', text: 'Error: no such file' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And now?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
    ]);
    expect(plain.message(message('user', ...RESULTS.parts.slice(0, 3), text('Say.')))).toEqual([
      { role: 'tool', tool_call_id: 'call-1', content: 'out' },
      { role: 'tool', tool_call_id: 'x:1', content: 'Error: no such file' },
      { role: 'user', content: 'And now?\n\nSay.' },
    ]);
  });
});

describe('own thoughts', () => {
  const thought: Part = {
    kind: 'text',
    text: 'Hm.',
    thought: true,
    wire: { family: 'openai', value: { reasoning: 'Hm.' } },
  };
  const call: Part = { kind: 'call', callId: 'c', wireId: 'w', name: 'bash', args: {} };

  it('go back with calls, in the field in which they came; to OpenAI never', () => {
    expect(plain.message(message('model', thought, call))).toMatchObject([{ content: '', reasoning: 'Hm.' }]);
    expect(plain.message(message('model', thought, text('Done.')))).toEqual([{ role: 'assistant', content: 'Done.' }]);
    expect(deepseek.message(message('model', thought, text('Done.')))).toMatchObject([{ reasoning_content: 'Hm.' }]);
    expect(openai.message(message('model', thought, call))).toEqual([
      { role: 'assistant', content: null, tool_calls: [expect.anything()] },
    ]);
  });
});

describe('a message of which nothing can be sent', () => {
  it.each<[string, Message]>([
    ['without parts', message('user')],
    ['of blanks', message('user', text(''))],
    ['of a foreign thought', message('model', { kind: 'text', text: 'Hm.', thought: true })],
  ])('%s still has content', (_, nothing) => {
    const said = [{ type: 'text', text: '(no visible content)' }];
    expect(anthropicDialect.message(nothing)).toMatchObject({ content: said });
    expect(JSON.stringify(openai.message(nothing))).toContain('(no visible content)');
  });

  it('leaves out blocks of blanks for Anthropic, which refuses them, even its own', () => {
    const own: Part = {
      kind: 'text',
      text: '\n\n',
      wire: { family: 'anthropic', value: { type: 'text', text: '\n\n' } },
    };
    expect(anthropicDialect.message(message('model', own, text('Yes.')))).toMatchObject({
      content: [{ type: 'text', text: 'Yes.' }],
    });
  });
});

it('declares tools with their schema as it is', () => {
  const parameters = { type: 'object', $schema: 's', properties: {} };
  const tool = { name: 'x', description: 'd', parameters };
  expect(JSON.stringify(anthropicDialect.tools([tool]))).toBe(
    '[{"name":"x","description":"d","input_schema":{"type":"object","$schema":"s","properties":{}}}]',
  );
  expect(JSON.stringify(openai.tools([tool]))).toBe(
    '[{"type":"function","function":{"name":"x","description":"d","parameters":{"type":"object","$schema":"s","properties":{}}}}]',
  );
});
