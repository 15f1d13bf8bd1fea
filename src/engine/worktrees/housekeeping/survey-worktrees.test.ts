import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { files, fingerprint } from '../testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, write } from '../testing/test-repository.ts';

it('lists every kind with the one safe action, sizes, ages and owners, and touches nothing', async () => {
  const { folder, root } = await makeRepository();
  const service = makeService(folder);
  const make = async (name: string) => (await service.create(root, name)).path;
  const [busy, idle, lost, stray] = [await make('busy'), await make('idle'), await make('lost'), await make('stray')];
  for (const path of [idle, lost, stray]) await service.release(path);
  await write(idle, { 'large.txt': 'x'.repeat(300_000) });
  await rename(lost, join(folder, 'moved away'));
  await rm(join(root, '.git/worktrees/stray'), { recursive: true });
  const nobodys = join(stray, '..', 'nobodys');
  await mkdir(nobodys);
  await git(root, 'worktree', 'add', '--quiet', '--detach', join(folder, 'theirs'));
  const gone = await make('gone');
  await service.release(gone);
  await write(gone, { 'kept.txt': 'kept\n' });
  await service.discard(gone, { confirmed: true });
  const before = await fingerprint(folder, { times: true });

  const survey = await service.survey(root);
  const found = Object.fromEntries(survey.worktrees.map((one) => [one.path, one]));
  const short = (path: string) => [found[path]?.condition, found[path]?.action];
  expect(short(root)).toEqual(['main', 'none']);
  expect(short(busy)).toEqual(['in-use', 'none']);
  expect(short(idle)).toEqual(['idle', 'discard']);
  expect(short(lost)).toEqual(['folder-missing', 'forget']);
  expect(short(stray)).toEqual(['unregistered', 'look']);
  expect(short(nobodys)).toEqual(['unregistered', 'look']);
  expect(short(join(folder, 'theirs'))).toEqual(['foreign', 'none']);
  expect(found[busy]?.owner).toMatchObject({ pid: process.pid, host: hostname(), isAlive: true });
  expect(found[idle]).toMatchObject({ owner: null, createdAt: Date.UTC(2026, 0, 1) });
  expect(found[idle]?.bytes).toBeGreaterThanOrEqual(300_000);
  expect(found[lost]?.bytes).toBeNull();
  expect(survey.backups).toMatchObject([
    { ref: 'refs/forkscope/backup/gone', name: 'gone', bytes: expect.any(Number) },
  ]);
  expect(survey.backups[0]?.bytes).toBeGreaterThan(0);
  expect(await fingerprint(folder, { times: true })).toEqual(before);
});

it('a fork whose folder is gone keeps its commits and what was only staged', async () => {
  const { folder, root } = await makeRepository({ 'a.txt': '1\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'f');
  await service.release(fork.path);
  await write(fork.path, { 'b.txt': 'committed\n' });
  await commitAll(fork.path, 'b');
  await write(fork.path, { 'a.txt': 'only staged\n' });
  await git(fork.path, 'add', 'a.txt');
  await rm(fork.path, { recursive: true });
  const result = await service.discard(fork.path, { confirmed: false });
  expect(result).toEqual({ kind: 'discarded', backupRef: 'refs/forkscope/backup/f' });
  expect(await readdir(join(root, '.git'))).not.toContain('worktrees');
  const back = await service.restore(root, 'f');
  expect(await git(back.path, 'show', ':a.txt')).toBe('only staged\n');
  expect(Object.keys(await files(back.path))).toEqual(['a.txt', 'b.txt']);
});

it('a record without folder and entry is forgotten, and the commits of its git branch are kept', async () => {
  const { folder, root } = await makeRepository({ 'a.txt': '1\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'f');
  await service.release(fork.path);
  await write(fork.path, { 'b.txt': 'committed\n' });
  await commitAll(fork.path, 'b');
  await rm(fork.path, { recursive: true });
  await git(root, 'worktree', 'prune');
  const [record] = (await service.survey(root)).worktrees.filter(({ path }) => path === fork.path);
  expect(record).toMatchObject({ condition: 'record-only', action: 'forget' });
  const result = await service.discard(fork.path, { confirmed: false });
  expect(result).toEqual({ kind: 'discarded', backupRef: 'refs/forkscope/backup/f' });
  expect(await git(root, 'show', 'refs/forkscope/backup/f:b.txt')).toBe('committed\n');
  expect((await service.survey(root)).worktrees.map(({ condition }) => condition)).toEqual(['main']);
});
