import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commitAll, git, makeRepository, makeService, write } from './testing/test-repository.ts';

it('says what a discard then does: files, commits, size and the backup, and removes nothing', async () => {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\ntwo\n' });
  const service = makeService(folder);
  const { path } = await service.create(root, 'f');
  await service.release(path);
  expect(await service.loss(path)).toMatchObject({ files: [], commits: [], backupRef: null, refusal: null });

  await write(path, { 'a.txt': 'one\n2\nthree\n' });
  await commitAll(path, 'part one');
  await write(path, { 'new.txt': 'x'.repeat(50_000) });
  const loss = await service.loss(path);
  expect(loss.files.map(({ path: file, status, added, removed }) => [file, status, added, removed])).toEqual([
    ['a.txt', 'modified', 2, 1],
    ['new.txt', 'added', 1, 0],
  ]);
  expect(loss.commits.map(({ subject }) => subject)).toEqual(['part one']);
  expect(loss.bytes).toBeGreaterThanOrEqual(50_000);
  expect(loss.refusal).toBeNull();
  expect(await git(root, 'for-each-ref', 'refs/forkscope/backup')).toBe('');
  expect(await service.discard(path, { confirmed: true })).toEqual({ kind: 'discarded', backupRef: loss.backupRef });
});

it('gives the reason why git would refuse, and looks at nothing where the folder is gone', async () => {
  const { folder, root } = await makeRepository();
  const service = makeService(folder);
  const { path } = await service.create(root, 'f');
  expect((await service.loss(path)).refusal).toContain(`process ${process.pid}`);
  await service.release(path);
  await git(root, 'worktree', 'lock', '--reason', 'mine', path);
  expect((await service.loss(path)).refusal).toContain('"mine"');
  await rename(path, join(folder, 'away'));
  expect(await service.loss(path)).toMatchObject({ files: [], bytes: null, refusal: null });
});
