import { expect, test } from 'vitest';
import { LogWriter } from '../testing/log-writer.ts';
import { factsOf, filesOf } from './facts.ts';
import { callKey, commonCalls, stepsOf } from './steps.ts';

const bash = (callId: string, command: string) => ({ kind: 'call', callId, name: 'bash', args: { command } }) as const;

function two() {
  const log = new LogWriter();
  log.branch('root');
  for (const id of ['a', 'b']) {
    log.branch(id, { parent: 'root', kind: 'fork', title: id });
    log.add({ type: 'worktree-created', branch: id, path: `/w/${id}`, baseCommit: 'c', gitBranch: null, notices: [] });
  }
  log.message('a', 'model', [{ kind: 'text', text: 'First' }, bash('c1', 'npm test')]);
  log.add({ type: 'tool-started', branch: 'a', callId: 'c1', name: 'bash', title: 'bash npm test' });
  log.message('a', 'model', [{ kind: 'text', text: 'Done' }]);
  log.message('b', 'model', [bash('c2', 'npm test'), bash('c3', 'ls')]);
  log.add({ type: 'worktree-changed', branch: 'a', files: 2, added: 5, removed: 1, paths: ['x.ts', 'only-a.ts'] });
  log.add({ type: 'worktree-changed', branch: 'b', files: 1, added: 3, removed: 0, paths: ['x.ts'] });
  const { branches } = log.state;
  return ['a', 'b'].flatMap((id) => branches[id] ?? []);
}

test('steps are the answers of the model, with what they asked for', () => {
  const [a, b] = two();
  if (!a || !b) throw new Error('two branches');
  expect(stepsOf(a).map(({ text, calls }) => [text, calls.length])).toEqual([
    ['First', 1],
    ['Done', 0],
  ]);
  expect([...commonCalls([stepsOf(a), stepsOf(b)])]).toEqual([callKey(bash('other id', 'npm test'))]);
});

test('facts say where the branches differ', () => {
  const facts = factsOf(two(), 0);
  const named = (name: string) => facts.find((fact) => fact.name === name);
  expect(named('Changed')).toMatchObject({ values: ['2 files, +5 −1', '1 file, +3 −0'], differs: true });
  expect(named('Tools used')).toMatchObject({ values: ['bash 1', 'none'], differs: true });
  expect(named('Steps')).toMatchObject({ differs: false });
});

test('a file that both changed stands first and is marked', () => {
  expect(filesOf(two())).toEqual([
    { path: 'x.ts', by: [true, true], isShared: true },
    { path: 'only-a.ts', by: [true, false], isShared: false },
  ]);
});
