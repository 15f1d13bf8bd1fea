import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, makeRepository, makeService } from '../testing/test-repository.ts';

it('connects a moved folder to its repository again, and says so when it cannot', async () => {
  const { folder, root } = await makeRepository();
  const service = makeService(folder);
  const { path } = await service.create(root, 'f');
  const moved = join(folder, 'moved');
  await rename(path, moved);
  await service.repair(root, moved);
  expect(await git(root, 'worktree', 'list', '--porcelain')).toContain(`worktree ${moved}\n`);
  expect((await git(moved, 'status', '--porcelain')).trim()).toBe('');

  const strange = join(folder, 'strange');
  await mkdir(strange);
  await expect(service.repair(root, strange)).rejects.toThrow(/cannot connect .*strange to this repository/);
});
