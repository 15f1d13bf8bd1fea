import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastText, say, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';

let test: TestEngine;
beforeEach(async () => {
  test = await startTestEngine();
});
afterEach(() => test.dispose());

/** Longer than a change needs to reach the log. */
const SILENCE_MS = 1_500;

async function sessionWithFork() {
  test.model.script((request) => say(lastText(request).includes('Directive') ? 'nothing to do' : 'done'));
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  await session.fork('root', null, ['look']);
  await session.idle();
  const worktree = () => session.state.branches['fork-1']?.worktree;
  return { session, worktree, path: worktree()?.path ?? '' };
}

it('counts an edit that no tool made while somebody looks, and later what changed while nobody did', async () => {
  const { session, worktree, path } = await sessionWithFork();
  session.watchFolders('live');
  await vi.waitFor(async () => {
    await writeFile(join(path, 'notes.txt'), `one\ntwo\nthree\n${performance.now()}\n`);
    expect(worktree()).toMatchObject({ files: 1, added: 1, removed: 0 });
  }, 10_000);
  session.watchFolders('paused');
  // What was on its way is counted yet.
  await sleep(SILENCE_MS);
  const events = session.pastEvents().length;
  await writeFile(join(path, 'new.txt'), '1\n2\n');
  await sleep(SILENCE_MS);
  expect(session.pastEvents().length).toBe(events);
  session.watchFolders('live');
  await vi.waitFor(() => expect(worktree()).toMatchObject({ files: 2, added: 3 }), 10_000);
}, 60_000);

it('writes nothing when nothing differs from what the log says, and lets a removed worktree go', async () => {
  const { session, worktree, path } = await sessionWithFork();
  await writeFile(join(path, 'new.txt'), '1\n');
  session.watchFolders('live');
  await vi.waitFor(() => expect(worktree()?.files).toBe(1), 10_000);
  const count = () => session.pastEvents().filter(({ type }) => type === 'worktree-changed').length;
  const before = count();
  session.watchFolders('off');
  session.watchFolders('live');
  await sleep(SILENCE_MS);
  expect(count()).toBe(before);
  await session.discardWorktree('fork-1', true);
  expect(worktree()?.removedRef).toMatch(/^refs\/forkscope\/backup\//);
  await sleep(SILENCE_MS);
  expect(count()).toBe(before);
  expect(session.state.notices.filter(({ level }) => level !== 'info')).toEqual([]);
}, 60_000);

it('says nothing about a worktree whose folder somebody deleted', async () => {
  const { session, path } = await sessionWithFork();
  await rm(path, { recursive: true });
  session.watchFolders('live');
  await sleep(SILENCE_MS);
  expect(session.state.notices).toEqual([]);
}, 60_000);
