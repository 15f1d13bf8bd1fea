import { spawn } from 'node:child_process';
import { chmod, rename, rm, stat, symlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { formatLockReason } from '../../core/worktree/lock-owner.ts';
import { discardWorktree } from './discard-worktree.ts';
import type { ForkWorktree } from './furnish-worktree.ts';
import { GitError } from './git-error.ts';
import { files, personsState } from './testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, testGit, write } from './testing/test-repository.ts';

const isThere = (path: string) => stat(path).then(Boolean, () => false);

async function makeFork(content: Record<string, string> = { 'a.txt': '1\n' }) {
  const { folder, root } = await makeRepository(content);
  const service = makeService(folder);
  const before = await personsState(root);
  const fork = await service.create(root, 'a');
  await service.release(fork.path);
  return { folder, root, service, fork, before };
}

function requestFor(root: string, fork: ForkWorktree, path: string) {
  const repository = { commonDir: join(root, '.git') };
  const { name, baseCommit, gitBranch } = fork;
  return { repository, path, name, root, baseCommit, gitBranch, copied: [], confirmed: true, now: 0 };
}

describe('an untouched fork', () => {
  it('goes without a question, a backup or a trace', async () => {
    const { root, service, fork, before } = await makeFork();
    expect(await service.discard(fork.path, { confirmed: false })).toEqual({ kind: 'discarded', backupRef: null });
    expect(await isThere(fork.path)).toBe(false);
    expect(await personsState(root)).toEqual(before);
    expect(await git(root, 'for-each-ref', 'refs/forkscope')).toBe('');
    await expect(service.discard(fork.path, { confirmed: true })).rejects.toMatchObject({ code: 'no-record' });
  });

  it('goes too when the repository has submodules, for which git has to be forced', async () => {
    const { folder, root } = await makeRepository();
    const other = await makeRepository();
    await git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'module');
    await commitAll(root, 'module');
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    await service.release(fork.path);
    expect(await service.discard(fork.path, { confirmed: false })).toMatchObject({ kind: 'discarded' });
    expect(await isThere(fork.path)).toBe(false);
  });
});

describe('a fork with work in it', () => {
  it.each<[string, (fork: ForkWorktree) => Promise<unknown>, { changedFiles: number; commits: number }]>([
    ['an edit', (fork) => write(fork.path, { 'a.txt': '2\n' }), { changedFiles: 1, commits: 0 }],
    ['an untracked file', (fork) => write(fork.path, { b: '2\n' }), { changedFiles: 1, commits: 0 }],
    ['a mode', (fork) => chmod(join(fork.path, 'a.txt'), 0o755), { changedFiles: 1, commits: 0 }],
    ['an empty commit', (fork) => commitAll(fork.path, 'empty'), { changedFiles: 0, commits: 1 }],
    [
      'a commit that was taken back',
      async (fork) => {
        await write(fork.path, { b: 'x\n' });
        await commitAll(fork.path, 'b');
        await git(fork.path, 'reset', '--quiet', '--hard', 'HEAD~1');
      },
      { changedFiles: 0, commits: 1 },
    ],
    [
      'an edit that is only staged',
      async (fork) => {
        await write(fork.path, { 'a.txt': '2\n' });
        await git(fork.path, 'add', '--all');
        await write(fork.path, { 'a.txt': '1\n' });
      },
      { changedFiles: 0, commits: 0 },
    ],
  ])('asks first: %s', async (_, work, expected) => {
    const { root, service, fork } = await makeFork();
    await work(fork);
    const answer = await service.discard(fork.path, { confirmed: false });
    expect(answer).toMatchObject({ kind: 'needs-confirmation', ...expected });
    expect(await isThere(fork.path)).toBe(true);
    expect(await git(root, 'for-each-ref', 'refs/forkscope/backup')).toBe('');
  });

  it('is kept whole in a backup, and comes back from it as it was', async () => {
    const { root, service, fork, before } = await makeFork({ 'a.txt': '1\n', 'gone.txt': '1\n', 's.txt': '1\n' });
    await write(fork.path, { 'b.txt': 'first\n' });
    const amended = await commitAll(fork.path, 'b');
    await write(fork.path, { 'b.txt': 'second\n' });
    await git(fork.path, 'commit', '--quiet', '--all', '--amend', '--message', 'b, amended');
    const head = (await git(fork.path, 'rev-parse', 'HEAD')).trim();
    await write(fork.path, { 's.txt': 'staged\n' });
    await git(fork.path, 'add', '--all');
    await write(fork.path, { 's.txt': 'on disk\n', 'ü new': 'x\n' });
    await rm(join(fork.path, 'gone.txt'));
    await symlink('a.txt', join(fork.path, 'link'));
    await chmod(join(fork.path, 'a.txt'), 0o755);
    const status = await git(fork.path, 'status', '--porcelain=v2', '-z');
    const content = await files(fork.path);
    const changes = await service.changes(fork.path);

    const result = await service.discard(fork.path, { confirmed: true });
    expect(result).toEqual({ kind: 'discarded', backupRef: 'refs/forkscope/backup/a' });
    expect(await isThere(fork.path)).toBe(false);
    expect(await personsState(root)).toEqual(before);
    const kept = (await git(root, 'rev-list', 'refs/forkscope/backup/a')).split('\n');
    expect(kept).toEqual(expect.arrayContaining([head, amended, fork.baseCommit]));

    const back = await service.restore(root, 'a');
    expect(back.path).toBe(fork.path);
    expect(await files(back.path)).toEqual(content);
    expect(await git(back.path, 'status', '--porcelain=v2', '-z')).toBe(status);
    expect((await git(back.path, 'rev-parse', 'HEAD')).trim()).toBe(head);
    expect(await service.changes(back.path)).toEqual(changes);
    expect((await service.backups(root)).map((backup) => backup.ref)).toEqual(['refs/forkscope/backup/a']);
  });

  it('cannot come back half: an interrupt while it is restored leaves the backup and nothing else', async () => {
    const { root, service, fork, before } = await makeFork();
    await write(fork.path, { b: '1\n' });
    await service.discard(fork.path, { confirmed: true });
    for (const delay of [5, 40, 70]) {
      const controller = new AbortController();
      const restoring = service.restore(root, 'a', controller.signal).catch((error: unknown) => error);
      setTimeout(() => controller.abort(), delay);
      if (!((await restoring) instanceof GitError)) return;
      expect(await personsState(root)).toEqual(before);
      expect(await git(root, 'for-each-ref', '--format=%(refname)', 'refs/forkscope')).toBe(
        'refs/forkscope/backup/a\n',
      );
    }
  });

  it('is kept when it switched to a git branch of its own, which stays', async () => {
    const { root, service, fork } = await makeFork();
    await git(fork.path, 'switch', '--quiet', '--create', 'feature/x');
    const commit = await commitAll(fork.path, 'x');
    expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ kind: 'discarded' });
    expect((await git(root, 'rev-parse', 'feature/x')).trim()).toBe(commit);
    expect(await git(root, 'branch', '--list', 'forkscope/*')).toBe('');
  });

  it('does not lose its git branch when the person has it in the main checkout by now', async () => {
    const { root, service, fork } = await makeFork();
    await commitAll(fork.path, 'x');
    await git(fork.path, 'switch', '--quiet', '--detach');
    await git(root, 'switch', '--quiet', 'forkscope/a');
    expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ kind: 'discarded' });
    expect(await git(root, 'status', '--porcelain', '--branch')).toBe('## forkscope/a\n');
  });

  it('gets a backup of another name when that is taken; a backup that is not there is said so', async () => {
    const { root, service, fork } = await makeFork();
    await write(fork.path, { b: '1\n' });
    await service.discard(fork.path, { confirmed: true });
    const second = await service.create(root, 'a');
    await service.release(second.path);
    await write(second.path, { b: '2\n' });
    expect(await service.discard(second.path, { confirmed: true })).toMatchObject({
      backupRef: 'refs/forkscope/backup/a-2',
    });
    expect(await git(root, 'show', 'refs/forkscope/backup/a:b')).toBe('1\n');
    expect(await git(root, 'show', 'refs/forkscope/backup/a-2:b')).toBe('2\n');
    await expect(service.restore(root, 'a-3')).rejects.toMatchObject({ code: 'no-backup' });
  });

  it('keeps its commits when its folder is gone already', async () => {
    const { root, service, fork, before } = await makeFork();
    await write(fork.path, { b: '1\n' });
    const commit = await commitAll(fork.path, 'b');
    await rename(fork.path, `${fork.path}-moved-away`);
    expect(await service.discard(fork.path, { confirmed: false })).toMatchObject({ kind: 'discarded' });
    expect((await git(root, 'rev-list', 'refs/forkscope/backup/a')).split('\n')).toContain(commit);
    expect(await personsState(root)).toEqual(before);
  });
});

describe('is never removed:', () => {
  it('the main checkout, by any name', async () => {
    const { folder, root, fork } = await makeFork();
    await symlink(root, join(folder, 'alias'));
    for (const path of [root, `${root}/.`, join(folder, 'alias')]) {
      const answer = await discardWorktree(testGit, requestFor(root, fork, path));
      expect(answer).toMatchObject({ kind: 'refused', reason: 'main-checkout' });
    }
    expect(await isThere(join(root, 'a.txt'))).toBe(true);
  });

  it('a folder that contains the main checkout, or another worktree', async () => {
    const { folder, root, fork } = await makeFork();
    const answer = await discardWorktree(testGit, requestFor(root, fork, folder));
    expect(answer).toMatchObject({ kind: 'refused', reason: 'contains-checkout' });
    await git(root, 'worktree', 'add', '--quiet', '--detach', join(fork.path, 'inside'));
    const outer = await discardWorktree(testGit, requestFor(root, fork, fork.path));
    expect(outer).toMatchObject({ kind: 'refused', reason: 'contains-checkout' });
  });

  it('a folder that git does not know', async () => {
    const { folder, root, fork } = await makeFork();
    await write(folder, { 'stranger/file': 'x\n' });
    const answer = await discardWorktree(testGit, requestFor(root, fork, join(folder, 'stranger')));
    expect(answer).toMatchObject({ kind: 'refused', reason: 'not-registered' });
    expect(await isThere(join(folder, 'stranger', 'file'))).toBe(true);
  });

  it('a worktree that its fork has not released, or that a person locked', async () => {
    const { root, service } = await makeFork();
    const live = await service.create(root, 'live');
    expect(await service.discard(live.path, { confirmed: true })).toMatchObject({ kind: 'refused', reason: 'in-use' });
    await service.release(live.path);
    await git(root, 'worktree', 'lock', '--reason', 'on a stick', live.path);
    await service.release(live.path);
    const answer = await service.discard(live.path, { confirmed: true });
    expect(answer).toMatchObject({ reason: 'locked', message: expect.stringContaining('on a stick') });
    expect(await isThere(live.path)).toBe(true);
  });

  it('a worktree in which another repository was made', async () => {
    const { service, fork } = await makeFork();
    await git(fork.path, 'init', '--quiet', 'inner');
    await write(fork.path, { 'inner/work': 'x\n' });
    const answer = await service.discard(fork.path, { confirmed: true });
    expect(answer).toMatchObject({ reason: 'not-saveable', message: expect.stringContaining('inner') });
    expect(await isThere(join(fork.path, 'inner', 'work'))).toBe(true);
  });

  it.runIf(process.platform === 'linux')('a worktree in which a process works', async () => {
    const { service, fork } = await makeFork();
    const child = spawn('sleep', ['60'], { cwd: fork.path });
    onTestFinished(() => void child.kill('SIGKILL'));
    const answer = await service.discard(fork.path, { confirmed: true });
    expect(answer).toMatchObject({
      reason: 'in-use',
      message: expect.stringContaining(`process ${child.pid} (sleep)`),
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ kind: 'discarded' });
  });
});

it('takes over the lock of a process that is gone, but not that of another host', async () => {
  const { root, service, fork } = await makeFork();
  const child = spawn('true');
  await new Promise((resolve) => child.once('exit', resolve));
  const pid = child.pid ?? 0;
  const lock = (host: string) =>
    git(root, 'worktree', 'lock', '--reason', formatLockReason({ pid, host, since: 0 }), fork.path);
  await lock(`not-${hostname()}`);
  expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ reason: 'in-use' });
  await git(root, 'worktree', 'unlock', fork.path);
  await lock(hostname());
  expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ kind: 'discarded' });
});
