import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../session/message.ts';
import { geminiDialect } from './gemini-dialect.ts';

const sent = (role: Message['role'], ...parts: readonly Part[]) => geminiDialect.message({ id: 'm', role, parts });
const fromGemini = (value: object) => ({ family: 'gemini' as const, value });

describe('calls', () => {
  it('gives the stand-in signature to the first call of another model, and to no later one', () => {
    expect(
      sent(
        'model',
        { kind: 'text', text: 'two' },
        { kind: 'call', callId: 'a', wireId: 'toolu_1', name: 'x', args: { n: 1 } },
        { kind: 'call', callId: 'b', name: 'y', args: {} },
      ),
    ).toEqual({
      role: 'model',
      parts: [
        { text: 'two' },
        {
          functionCall: { id: 'toolu_1', name: 'x', args: { n: 1 } },
          thoughtSignature: 'skip_thought_signature_validator',
        },
        { functionCall: { name: 'y', args: {} } },
      ],
    });
  });

  it('leaves a call of Gemini alone, signed or not', () => {
    const unsigned = { functionCall: { args: {}, name: 'x' } };
    expect(sent('model', { kind: 'call', callId: 'a', name: 'x', args: {}, wire: fromGemini(unsigned) })).toEqual({
      role: 'model',
      parts: [unsigned],
    });
  });

  it.each([
    ['ls', { input: 'ls' }],
    [null, { input: null }],
    [undefined, { input: null }],
    [[1], { input: [1] }],
  ])('makes an object of the arguments %j', (args, expected) => {
    expect(sent('model', { kind: 'call', callId: 'a', name: 'x', args })).toMatchObject({
      parts: [{ functionCall: { args: expected } }],
    });
  });
});

describe('results', () => {
  it('answers with output or error, and with the id only if Gemini gave one', () => {
    expect(
      sent(
        'user',
        { kind: 'result', callId: 'ours', wireId: 'theirs', name: 'x', text: 'fine', isError: false },
        { kind: 'result', callId: 'ours-2', name: 'y', text: 'bad', isError: true },
        { kind: 'text', text: 'and now?' },
      ),
    ).toEqual({
      role: 'user',
      parts: [
        { functionResponse: { id: 'theirs', name: 'x', response: { output: 'fine' } } },
        { functionResponse: { name: 'y', response: { error: 'bad' } } },
        { text: 'and now?' },
      ],
    });
  });
});

describe('thoughts', () => {
  const thought = { kind: 'text', text: 'hm', thought: true } as const;

  it('go back only with a signature of Gemini', () => {
    const signed = { text: 'hm', thought: true, thoughtSignature: 'c2ln' };
    expect(
      sent(
        'model',
        thought,
        { ...thought, wire: fromGemini({ text: 'hm', thought: true }) },
        { ...thought, wire: { family: 'anthropic', value: { thinking: 'hm', signature: 'other' } } },
        { ...thought, wire: fromGemini(signed) },
      ),
    ).toEqual({ role: 'model', parts: [signed] });
  });

  it('alone never leave a message without parts', () => {
    expect(sent('model', thought)).toEqual({ role: 'model', parts: [{ text: '(no visible content)' }] });
    expect(sent('user', { kind: 'text', text: '' })).toEqual({
      role: 'user',
      parts: [{ text: '(no visible content)' }],
    });
  });
});

it('sends opaque parts back to the family they are from, and to no other', () => {
  const end = { thoughtSignature: 'c2ln', text: '' };
  expect(
    sent(
      'model',
      { kind: 'text', text: 'a' },
      { kind: 'opaque', wire: { family: 'openai', value: {} } },
      { kind: 'opaque', wire: fromGemini(end) },
    ),
  ).toEqual({ role: 'model', parts: [{ text: 'a' }, end] });
});

it('declares tools with their schema as it is', () => {
  const parameters = { type: 'object', $schema: 's', properties: {} };
  expect(geminiDialect.tools([{ name: 'x', description: 'd', parameters }])).toEqual([
    { functionDeclarations: [{ name: 'x', description: 'd', parametersJsonSchema: parameters }] },
  ]);
});
