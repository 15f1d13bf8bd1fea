import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import { ask, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { expectValid } from '../testing/valid-history.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

it('the root ends after three answers in a row that were cut in the middle of a call', async () => {
  const session = await test.create({ model: 'demo-fault-max-tokens-in-call' });
  await session.idle();
  const root = session.state.branches.root;
  expect(root?.requests).toHaveLength(3);
  expect(root).toMatchObject({ status: 'failed' });
  expect(root?.reason).toContain('cut at the output limit in the middle of a call, 3 times in a row');
  expectValid(contextOf(session.state, 'root'));
});

it('warns of the third equal call in a row, and stops in front of the fifth; another call in between begins anew', async () => {
  const read = (path: string) => ask({ name: 'read_file', args: { path } });
  let requests = 0;
  // Two equal ones, another, then equal ones for ever.
  test.model.script(() => read(requests++ === 2 ? 'other.txt' : 'notes.txt'));
  const session = await test.create();
  await session.idle();
  const root = session.state.branches.root;
  expect(root).toMatchObject({ status: 'failed', steps: 8 });
  expect(root?.reason).toContain('called `read_file` with the same arguments 5 times in a row');
  const texts = contextOf(session.state, 'root').flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'result' ? [part.text] : [])),
  );
  expect(texts.map((text) => /(\d) times in a row/.exec(text)?.[1] ?? '-')).toEqual([
    '-',
    '-',
    '-',
    '-',
    '-',
    '3',
    '4',
    '5',
  ]);
  expectValid(contextOf(session.state, 'root'));
});

it('a turn that a person begins counts anew', async () => {
  let answers = 0;
  test.model.script(() => (answers++ < 5 ? ask({ name: 'read_file', args: { path: 'notes.txt' } }) : say('done')));
  const session = await test.create();
  await session.idle();
  expect(session.state.branches.root?.status).toBe('failed');
  session.prompt('root', 'go on');
  await session.idle();
  expect(session.state.branches.root?.status).toBe('completed');
});

it('a person cannot fork a session over its limit of 200 branches', async () => {
  test.model.script(() => say('done'));
  const session = await test.create();
  await session.idle();
  const directives = Array.from({ length: 200 }, (_, index) => `part ${index}`);
  await expect(session.fork('root', null, directives)).rejects.toThrow('There is room for 199 more');
  expect(session.state.order).toEqual(['root']);
});
