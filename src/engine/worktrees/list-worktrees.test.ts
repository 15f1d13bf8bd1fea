import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, makeRepository, makeService } from './testing/test-repository.ts';

describe('list', () => {
  it('joins what git, the records and the disk say, and hides no disagreement', async () => {
    const { folder, root } = await makeRepository();
    const service = makeService(folder);
    const live = await service.create(root, 'live');
    const released = await service.create(root, 'released');
    await service.release(released.path);
    const noFolder = await service.create(root, 'no folder');
    await rm(noFolder.path, { recursive: true });
    const noEntry = await service.create(root, 'no entry');
    await service.release(noEntry.path);
    await git(root, 'worktree', 'remove', noEntry.path);
    await git(root, 'worktree', 'add', '--quiet', '--detach', join(folder, 'by hand'));
    const broken = join(live.path, '..', 'broken.json');
    await writeFile(broken, '{"version":1,');

    const { worktrees, problems } = await service.list(root);
    const summary = worktrees.map(({ path, kind, isRegistered, isFolderThere, lock, record }) => ({
      path,
      kind,
      isRegistered,
      isFolderThere,
      lock: lock.kind,
      name: record?.name ?? null,
    }));
    const row = (path: string, kind: string, name: string | null, more: object = {}) => {
      return { path, kind, isRegistered: true, isFolderThere: true, lock: 'free', name, ...more };
    };
    expect(summary).toHaveLength(6);
    expect(summary).toEqual(
      expect.arrayContaining([
        row(root, 'main', null),
        row(live.path, 'fork', 'live', { lock: 'held' }),
        row(released.path, 'fork', 'released'),
        row(noFolder.path, 'fork', 'no-folder', { isFolderThere: false, lock: 'held' }),
        row(noEntry.path, 'fork', 'no-entry', { isRegistered: false, isFolderThere: false }),
        row(join(folder, 'by hand'), 'other', null),
      ]),
    );
    expect(problems).toEqual([{ file: broken, reason: expect.stringContaining('no record') }]);
  });

  it('is the same from every checkout of the repository', async () => {
    const { folder, root } = await makeRepository();
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    expect(await service.list(fork.path)).toEqual(await service.list(root));
  });

  it('fails when git fails: an error is no empty list', async () => {
    const { folder, root } = await makeRepository();
    const service = makeService(folder);
    await service.create(root, 'a');
    await writeFile(join(root, '.git', 'config'), '[core\n');
    await expect(service.list(root)).rejects.toMatchObject({ name: 'GitError' });
    await rm(root, { recursive: true });
    await expect(service.list(root)).rejects.toMatchObject({ code: 'folder-missing' });
  });
});
