import { expect, test } from 'vitest';
import { MISSING_RESULT } from '../../core/subagent/texts.ts';
import { attemptCompletionTool } from './attempt-completion.ts';
import { call, makeWorkspace } from './testing/workspace.ts';

test('declares its one parameter and needs no consent', () => {
  expect(attemptCompletionTool.declaration).toMatchObject({
    name: 'attempt_completion',
    parameters: { properties: { result: { type: 'string' } }, required: ['result'] },
  });
  expect(attemptCompletionTool.risk).toBe('read');
});

test.each([[{}], [{ result: '' }], [{ result: '  \n' }], [{ result: null }], [{ result: ['x'] }]])(
  'without a result (%j) it is answered with the missing-parameter error',
  async (args) => {
    const { context } = makeWorkspace();
    expect(await call(attemptCompletionTool, args, context)).toEqual({ text: MISSING_RESULT, isError: true });
  },
);

test('with a result it succeeds', async () => {
  const { context } = makeWorkspace();
  expect((await call(attemptCompletionTool, { result: 'done' }, context)).isError).toBe(false);
});
