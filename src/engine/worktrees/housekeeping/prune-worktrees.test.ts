import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isThere } from '../is-there.ts';
import { git, makeRepository, makeService, write } from '../testing/test-repository.ts';

it('removes only old worktrees that are clean and free, says why others stay, and writes down what went', async () => {
  const { folder, root } = await makeRepository();
  const service = makeService(folder);
  const [clean, changed, used] = [
    await service.create(root, 'clean'),
    await service.create(root, 'changed'),
    await service.create(root, 'used'),
  ];
  await write(changed.path, { 'new.txt': 'work\n' });
  for (const { path } of [clean, changed]) await service.release(path);
  expect((await service.prune(root, { days: 1, dryRun: false })).removed).toEqual([]);
  const dry = await service.prune(root, { days: 0, dryRun: true });
  expect(dry.removed.map(({ path }) => path)).toEqual([clean.path]);
  expect(await isThere(clean.path)).toBe(true);
  const { removed, kept, log } = await service.prune(root, { days: 0, dryRun: false });
  expect(removed).toEqual([{ path: clean.path, backupRef: null, notKept: null }]);
  expect(kept.map(({ path }) => path).sort()).toEqual([changed.path, used.path].sort());
  expect(await isThere(clean.path)).toBe(false);
  expect(await readFile(join(changed.path, 'new.txt'), 'utf8')).toBe('work\n');
  expect(JSON.parse(await readFile(log, 'utf8'))).toMatchObject({ path: clean.path, root, backupRef: null });
  expect(await git(root, 'worktree', 'list')).not.toContain(clean.path);
});

it('joins the worktrees of a renamed repository with it again', async () => {
  const { folder, root } = await makeRepository();
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  await write(fork.path, { 'new.txt': 'work\n' });
  await service.release(fork.path);
  const moved = join(folder, 'renamed');
  await rename(root, moved);
  const { repaired } = await service.prune(moved, { days: 365, dryRun: false });
  expect(repaired).toEqual([fork.path]);
  expect(await git(fork.path, 'status', '--porcelain')).toBe('?? new.txt\n');
  expect((await service.changes(fork.path)).files.map(({ path }) => path)).toEqual(['new.txt']);
  expect((await service.prune(moved, { days: 365, dryRun: false })).repaired).toEqual([]);
});

it('leaves the worktrees of another data folder alone, and says whose they are', async () => {
  const { folder, root } = await makeRepository();
  const theirs = makeService(join(folder, 'C'), 'theirs');
  const ours = makeService(join(folder, 'D'), 'ours');
  const [fork, own] = [await theirs.create(root, 'theirs'), await ours.create(root, 'ours')];
  await theirs.release(fork.path);
  await ours.release(own.path);
  const { removed, kept } = await ours.prune(root, { days: 0, dryRun: false });
  expect(removed.map(({ path }) => path)).toEqual([own.path]);
  expect(kept).toEqual([{ path: fork.path, why: expect.stringContaining('another data folder') }]);
  expect(await readFile(join(fork.path, 'a.txt'), 'utf8')).toBe('one\n');
  const row = (await ours.survey(root)).worktrees.find(({ path }) => path === fork.path);
  expect(row).toMatchObject({ condition: 'foreign', action: 'none', why: expect.stringContaining('FORKSCOPE_HOME') });
  expect((await theirs.prune(root, { days: 0, dryRun: false })).removed.map(({ path }) => path)).toEqual([fork.path]);
});
