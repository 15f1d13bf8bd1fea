import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contextOf } from '../../core/session/selectors.ts';
import type { Session } from '../agent/session.ts';
import type { AnswerPart } from '../demo/answer.ts';
import { ask, eventOf, say, startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { isThere } from './is-there.ts';

/** What others' users lost their work or their patience to, tried through a whole session. */
let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

type Call = Extract<AnswerPart, { type: 'call' }>;

/** The root reads, then forks once; the fork makes these calls, one message each. */
async function forkThat(...calls: readonly Pick<Call, 'name' | 'args'>[]): Promise<Session> {
  const rest = [...calls];
  test.model.script((request) => {
    if (JSON.stringify(request.contents).includes('Directive: ')) {
      const next = rest.shift();
      return next ? ask(next) : say('Scope: done');
    }
    if (request.contents?.length === 1) {
      return ask({ name: 'read_file', args: { path: join(test.repository, 'notes.txt') } });
    }
    if (request.contents?.length !== 3) return say('it runs');
    return ask({ name: 'agent', args: { description: 'edit', prompt: 'edit that file' } });
  });
  return test.create({ isolation: 'worktree' });
}

const worktreeOf = ({ state }: Session) => state.branches['fork-1']?.worktree?.path ?? '';

it("a fork that names its parent's files by their absolute paths edits its own, and the parent's stay", async () => {
  const path = join(test.repository, 'notes.txt');
  const session = await forkThat(
    { name: 'edit_file', args: { path, old_text: 'two', new_text: 'zwei' } },
    { name: 'bash', args: { command: `echo three > ${path}` } },
    { name: 'bash', args: { command: 'pwd' } },
  );
  await session.idle();
  const own = worktreeOf(session);
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\nthree\n');
  expect(await test.git('status', '--porcelain')).toBe('');
  expect(await readFile(join(own, 'notes.txt'), 'utf8')).toBe('one\nzwei\nthree\n');
  const results = contextOf(session.state, 'fork-1').flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'result' ? [part] : [])),
  );
  expect(results.at(-2)).toMatchObject({ isError: true, text: expect.stringContaining('Nothing was run') });
  expect(results.at(-1)?.text.trim()).toBe(own);
});

it.runIf(process.platform === 'linux')(
  'a fork with a server and a detached writer: they end with the fork, its folder then goes in one try',
  async () => {
    const command = '(setsid sh -c "while :; do date > written.txt; sleep 0.02; done" &); sleep 600 & echo up; wait';
    const session = await forkThat({ name: 'bash', args: { command } });
    await eventOf(session, (event) => event.type === 'terminal-data' && event.data.includes('up'));
    const folder = worktreeOf(session);
    await expect(session.discardWorktree('fork-1', true)).rejects.toMatchObject({ code: 'running' });
    expect(await workingIn(folder)).not.toEqual([]);
    await session.interruptAll();
    expect(await workingIn(folder)).toEqual([]);
    expect(await session.discardWorktree('fork-1', true)).toMatch(/^refs\/forkscope\/backup\//);
    expect(await isThere(folder)).toBe(false);
    expect(await workingIn(folder)).toEqual([]);
  },
);

it('an old index.lock in one fork’s worktree holds up no other fork, and is not removed', async () => {
  const session = await forkThat();
  await session.idle();
  const lock = await test.git('-C', worktreeOf(session), 'rev-parse', '--git-path', 'index.lock');
  await writeFile(lock, '');
  await session.fork('root', null, ['another']);
  await session.idle();
  expect(session.state.branches['fork-2']).toMatchObject({ status: 'completed' });
  expect(await isThere(lock)).toBe(true);
  expect(await session.diff('fork-1')).toBe('');
});

it('each fork starts from the commit that is checked out at its own moment, and says which', async () => {
  const session = await forkThat();
  await session.idle();
  const first = (await test.git('rev-parse', 'HEAD')).trim();
  await test.git('commit', '-q', '--allow-empty', '-m', 'Between');
  await session.fork('root', null, ['another']);
  await session.idle();
  const second = (await test.git('rev-parse', 'HEAD')).trim();
  expect(second).not.toBe(first);
  const bases = ['fork-1', 'fork-2'].map((id) => session.state.branches[id]?.worktree?.baseCommit);
  expect(bases).toEqual([first, second]);
});

/** Processes whose working folder it is, also where it was removed under them. */
async function workingIn(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index]?.startsWith(folder));
}
