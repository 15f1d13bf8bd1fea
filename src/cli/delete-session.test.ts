import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, lastText, say, startTestEngine, type TestEngine } from '../engine/testing/test-engine.ts';
import { isThere } from '../engine/worktrees/is-there.ts';
import { deleteSession } from './delete-session.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
  test.model.script((request) =>
    lastText(request).includes('Directive: write')
      ? ask({ name: 'write_file', args: { path: 'new.txt', content: 'work\n' } })
      : say('done'),
  );
});
afterEach(() => test.dispose());

/** An ended session whose fork has kept a moment of its files. */
async function makeSession(): Promise<string> {
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  await session.fork('root', null, ['write']);
  await session.idle();
  return session.state.session?.sessionId ?? '';
}
const refs = () => test.git('for-each-ref', '--format=%(refname)', 'refs/forkscope/snapshots');
const prune = () => test.engine.pruneWorktrees(test.repository, { days: 0, dryRun: false });

it('a session in the trash keeps its snapshots; deleted for good they go with it, and no other session’s', async () => {
  const [one, other] = [await makeSession(), await makeSession()];
  await test.engine.delete(one);
  expect((await prune()).snapshots).toEqual([]);
  const held = await test.engine.housekeeping.snapshotsOf(other);
  expect(held.map(({ sessionId, holder, moments }) => [sessionId, holder, moments]).sort()).toEqual(
    [
      [one, 'trash', 1],
      [other, 'stored', 1],
    ].sort(),
  );
  const { snapshots, problem } = await test.engine.deleteForGood(one);
  expect(problem).toBeNull();
  expect(snapshots).toMatchObject({ moments: 1, refs: [{ ref: `refs/forkscope/snapshots/${one}/fork-1` }] });
  expect(await refs()).toBe(`refs/forkscope/snapshots/${other}/fork-1`);
  expect(await isThere(join(test.home, 'trash', one))).toBe(false);
  expect(await readFile(join(test.home, 'worktrees/removed.jsonl'), 'utf8')).toContain(one);
  await expect(test.engine.deleteForGood(one)).rejects.toThrow('no longer in the trash');
  await expect(test.engine.deleteForGood('../sessions')).rejects.toThrow('no longer in the trash');
});

it('what a session left whose folder is gone goes with the cleaning, unless no session can be seen at all', async () => {
  const [lost, other] = [await makeSession(), await makeSession()];
  await test.restart();
  const engine = await test.restart();
  const clean = () => engine.pruneWorktrees(test.repository, { days: 0, dryRun: false });
  await rename(join(test.home, 'sessions'), join(test.home, 'away'));
  expect((await clean()).snapshots).toEqual([]);
  await rename(join(test.home, 'away'), join(test.home, 'sessions'));
  await rm(join(test.home, 'sessions', lost), { recursive: true });
  expect((await clean()).snapshots).toMatchObject([{ sessionId: lost, moments: 1 }]);
  expect(await refs()).toBe(`refs/forkscope/snapshots/${other}/fork-1`);
});

it('says where something is left when the repository cannot be reached', async () => {
  const id = await makeSession();
  await test.engine.delete(id);
  await rename(test.repository, `${test.repository}-away`);
  const { snapshots, problem } = await test.engine.deleteForGood(id);
  await rename(`${test.repository}-away`, test.repository);
  expect(snapshots).toBeNull();
  expect(problem).toMatch(/still in the repository of .*forkscope worktree prune/);
  expect((await prune()).snapshots).toMatchObject([{ sessionId: id }]);
});

it('is a command too: into the trash first, and out of it for good', async () => {
  const id = await makeSession();
  const said: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  await deleteSession(test.engine, id.slice(-8), { forGood: false, json: false });
  const kept = await refs();
  await deleteSession(test.engine, id, { forGood: true, json: false });
  spy.mockRestore();
  expect(kept).toContain(id);
  expect(await refs()).toBe('');
  expect(said.join('')).toMatch(
    /is in the trash[\s\S]*deleted for good\.\n.*snapshots\/.*fork-1: 1 moment .* went with it/,
  );
});
