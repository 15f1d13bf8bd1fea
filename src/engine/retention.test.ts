import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrunedWorktrees } from '../shared/worktree-calls.ts';
import type { Session } from './agent/session.ts';
import { Engine } from './engine.ts';
import { MemorySecrets, SettingsStore } from './settings/settings-store.ts';
import { ask, lastText, say, startTestEngine, type TestEngine } from './testing/test-engine.ts';
import { isThere } from './worktrees/is-there.ts';

const DAY = 86_400_000;
let test: TestEngine;
let others: Engine[];

beforeEach(async () => {
  others = [];
  test = await startTestEngine();
  test.model.script((request) => {
    const text = lastText(request);
    if (!text.includes('Begin.')) {
      const fork = (prompt: string) => ({ name: 'agent', args: { description: prompt, prompt } });
      return request.contents?.length === 1 ? ask(fork('look'), fork('write')) : say('they run');
    }
    return JSON.stringify(request.contents).includes('Directive: write')
      ? ask({ name: 'write_file', args: { path: 'new.txt', content: 'work\n' } })
      : say('Scope: looked');
  });
});
afterEach(async () => {
  await Promise.all(others.map((engine) => engine.close()));
  await test.dispose();
});

/** A look on the same data folder, that many days later. */
function later(days: number): Engine {
  const made = new Engine({
    home: test.home,
    resources: '',
    env: { FORKSCOPE_DEMO_URL: test.model.url },
    settings: new SettingsStore(test.home),
    secrets: new MemorySecrets(),
    demoLatency: 'fast',
    clock: () => Date.now() + days * DAY,
  });
  others.push(made);
  return made;
}

const pathOf = ({ state }: Session, branch: string) => state.branches[branch]?.worktree?.path ?? '';

it('removes nothing unless a person has set an age', async () => {
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  await test.engine.close();
  const told: PrunedWorktrees[] = [];
  await later(400).startRetention((report) => told.push(report));
  expect(told).toEqual([]);
  expect(await isThere(pathOf(session, 'fork-1'))).toBe(true);
});

it('after the start removes what is old and clean, writes it down, and the session says so when it is opened', async () => {
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  const { sessionId = '' } = session.state.session ?? {};
  await test.engine.close();
  new SettingsStore(test.home).change({ retentionDays: 14 });
  const told: PrunedWorktrees[] = [];
  await later(13).startRetention((report) => told.push(report));
  expect(told).toEqual([]);
  const engine = later(15);
  await engine.startRetention((report) => told.push(report));
  const [clean, changed] = [pathOf(session, 'fork-1'), pathOf(session, 'fork-2')];
  expect(told.map(({ removed }) => removed)).toEqual([[{ path: clean, backupRef: null, notKept: null }]]);
  expect(await isThere(clean)).toBe(false);
  expect(await readFile(join(changed, 'new.txt'), 'utf8')).toBe('work\n');
  const [line = ''] = (await readFile(join(test.home, 'worktrees/removed.jsonl'), 'utf8')).split('\n');
  expect(JSON.parse(line)).toMatchObject({ path: clean, root: test.repository, backupRef: null });
  const reopened = await engine.open(sessionId);
  expect(reopened.state.branches['fork-1']?.worktree?.removedRef).toBeNull();
  expect(reopened.state.branches['fork-2']?.worktree?.removedRef).toBeUndefined();
});

it('tells an open session, when it needs the worktree, that another Forkscope cleaned it away', async () => {
  const made = await test.create({ isolation: 'worktree' });
  await made.idle();
  await test.engine.close();
  const { sessionId = '' } = made.state.session ?? {};
  const open = await later(15).open(sessionId);
  const report = await later(15).pruneWorktrees(test.repository, { days: 1, dryRun: false });
  expect(report.removed.map(({ path }) => path)).toEqual([pathOf(made, 'fork-1')]);
  await expect(open.team.diff('fork-1')).rejects.toThrow(/held nothing of its own and was removed\. Fork again/);
  expect(open.state.branches['fork-1']?.worktree?.removedRef).toBeNull();
  // One whose folder went without a word is named, with what helps, and can be discarded.
  await rm(pathOf(made, 'fork-2'), { recursive: true });
  await expect(open.team.preview({ branch: 'fork-2', way: 'changes' })).rejects.toThrow(/is gone.*Discard/);
  expect((await open.team.loss('fork-2')).refusal).toBeNull();
});

it('runs again when a session ends: its own fresh worktrees stay', async () => {
  const old = await test.create({ isolation: 'worktree' });
  await old.idle();
  await test.engine.close();
  const engine = later(2);
  const gone = new Promise<PrunedWorktrees>((resolve) => void engine.startRetention(resolve));
  const session = await engine.create({
    workspace: test.repository,
    prompt: 'go',
    provider: 'demo',
    approval: 'all',
    isolation: 'worktree',
    maxForks: 8,
    budget: null,
  });
  new SettingsStore(test.home).change({ retentionDays: 1 });
  await session.idle();
  expect((await gone).removed).toEqual([{ path: pathOf(old, 'fork-1'), backupRef: null, notKept: null }]);
  expect(await isThere(pathOf(session, 'fork-1'))).toBe(true);
});

it('a dry run lists worktrees that it would join with their moved repository, and joins none', async () => {
  const session = await test.create({ isolation: 'worktree' });
  await session.idle();
  await test.engine.close();
  const moved = `${test.repository}-moved`;
  await rename(test.repository, moved);
  const engine = later(30);
  const paths = [pathOf(session, 'fork-1'), pathOf(session, 'fork-2')];
  for (const time of [1, 2]) {
    const dry = await engine.pruneWorktrees(moved, { days: 14, dryRun: true });
    expect([...dry.repaired].sort(), `look ${time}`).toEqual(paths);
    expect(dry.removed).toEqual([]);
  }
  const { repaired, removed } = await engine.pruneWorktrees(moved, { days: 14, dryRun: false });
  expect([...repaired].sort()).toEqual(paths);
  expect(removed.map(({ path }) => path)).toEqual([paths[0]]);
  await rename(moved, test.repository);
});
