import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isThere } from './is-there.ts';
import { personsState } from './testing/fingerprint.ts';
import { git, makeRepository, makeService, write } from './testing/test-repository.ts';

async function makeFork() {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\n', '.gitignore': '.env\n' });
  await write(root, { '.env': 'KEY=secret\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  return { root, service, fork };
}

it('keeps what a fork’s files were, one state on top of the other, with what is not committed and without secrets', async () => {
  const { root, service, fork } = await makeFork();
  const before = await personsState(root);
  await write(fork.path, { 'a.txt': 'two\n', 'new.txt': 'new\n' });
  const first = await service.keepSnapshot(fork.path, 'session/f1', null);
  await write(fork.path, { 'a.txt': 'three\n', '.gitignore': '' });
  await rm(join(fork.path, 'new.txt'));
  const second = await service.keepSnapshot(fork.path, 'session/f1', first);

  const base = fork.baseCommit;
  const early = await service.pastDiff(root, { before: base, after: first });
  expect(early).toContain('+two');
  expect(early).toContain('+new');
  const late = await service.pastDiff(root, { before: base, after: second });
  expect(late).toContain('+three');
  expect(late).not.toContain('new.txt');
  expect(late).not.toContain('KEY');
  expect(await service.pastDiff(root, { before: first, after: second }, { file: 'a.txt' })).toMatch(/-two\n\+three\n$/);
  expect(await service.pastSides(root, { before: base, after: first }, 'new.txt', 'new.txt')).toEqual({
    before: { kind: 'absent' },
    after: { kind: 'text', text: 'new\n' },
  });

  // One ref keeps all of them, and nothing of the person's or of the fork's own git is written.
  expect(await git(root, 'for-each-ref', '--format=%(objectname)', 'refs/forkscope/snapshots/session/f1')).toBe(
    `${second}\n`,
  );
  expect(await git(root, 'log', '--format=%H', second, `^${base}`)).toBe(`${second}\n${first}\n`);
  expect(await personsState(root)).toEqual(before);
  expect(await git(fork.path, 'rev-parse', 'HEAD')).toBe(`${base}\n`);
  expect(await git(fork.path, 'diff', '--cached', '--name-only')).toBe('');
});

it('makes no new commit of files that are as they were', async () => {
  const { service, fork } = await makeFork();
  expect(await service.keepSnapshot(fork.path, 'session/f1', null)).toBe(fork.baseCommit);
  await write(fork.path, { 'a.txt': 'two\n' });
  const first = await service.keepSnapshot(fork.path, 'session/f1', null);
  expect(await service.keepSnapshot(fork.path, 'session/f1', first)).toBe(first);
});

it('still has them when the worktree was discarded and git has cleaned up', async () => {
  const { root, service, fork } = await makeFork();
  await write(fork.path, { 'a.txt': 'two\n' });
  const kept = await service.keepSnapshot(fork.path, 'session/f1', null);
  await service.release(fork.path);
  await service.discard(fork.path, { confirmed: true });
  expect(await isThere(fork.path)).toBe(false);
  await git(root, 'gc', '--prune=now', '--quiet');
  expect(await service.pastDiff(root, { before: fork.baseCommit, after: kept })).toContain('+two');
});

it('says in one sentence that a moment is not kept here', async () => {
  const { root, service, fork } = await makeFork();
  const foreign = randomBytes(20).toString('hex');
  await expect(service.pastDiff(root, { before: fork.baseCommit, after: foreign })).rejects.toMatchObject({
    code: 'no-snapshot',
    message: expect.stringContaining('Look at the files as they are now'),
  });
});
