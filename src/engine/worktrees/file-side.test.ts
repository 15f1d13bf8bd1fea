import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sideInCommit, sideOnDisk } from './file-side.ts';
import { commitAll, git, makeRepository, makeService, testGit, write } from './testing/test-repository.ts';

/** A picture of one transparent pixel. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

it('reads a file of a commit and the one on disk, with their kinds', async () => {
  const { root } = await makeRepository({ 'a.txt': 'one\n' });
  await writeFile(join(root, 'dot.gif'), Buffer.from(PIXEL, 'base64'));
  await writeFile(join(root, 'data.bin'), Buffer.from([1, 0, 2]));
  await commitAll(root, 'with a picture');
  const head = (await git(root, 'rev-parse', 'HEAD')).trim();
  await write(root, { 'a.txt': 'twö\n' });
  expect(await sideInCommit(testGit, root, head, 'a.txt')).toEqual({ kind: 'text', text: 'one\n' });
  expect(await sideOnDisk(root, 'a.txt')).toEqual({ kind: 'text', text: 'twö\n' });
  const picture = { kind: 'image', mimeType: 'image/gif', data: PIXEL, bytes: Buffer.from(PIXEL, 'base64').length };
  expect(await sideInCommit(testGit, root, head, 'dot.gif')).toEqual(picture);
  expect(await sideOnDisk(root, 'dot.gif')).toEqual(picture);
  expect(await sideOnDisk(root, 'data.bin')).toEqual({ kind: 'binary', bytes: 3 });
  expect(await sideInCommit(testGit, root, head, 'nowhere')).toEqual({ kind: 'absent' });
});

it('follows no link out of the folder', async () => {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\n' });
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'outside', 'secret'), 'secret\n');
  await symlink(join(folder, 'outside'), join(root, 'way'));
  await symlink(join(folder, 'outside', 'secret'), join(root, 'link'));
  expect(await sideOnDisk(root, 'way/secret')).toEqual({ kind: 'absent' });
  expect(await sideOnDisk(root, '../outside/secret')).toEqual({ kind: 'absent' });
  expect(await sideOnDisk(root, 'link')).toEqual({ kind: 'text', text: join(folder, 'outside', 'secret') });
});

it('leaves white space out of a diff when asked, and reads the base of a worktree', async () => {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\ntwo\n', 'b.txt': 'x\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  await write(fork.path, { 'a.txt': '  one\ntwo\n', 'b.txt': 'y\n' });
  expect(await service.diff(fork.path)).toContain('+  one');
  const patch = await service.diff(fork.path, { ignoreSpace: true });
  expect(patch).not.toContain('+  one');
  expect(patch).toContain('-x\n+y\n');
  expect((await service.team.compare(root, fork.path, { ignoreSpace: true })).patch).not.toContain('+  one');
  expect(await service.baseSide(fork.path, 'b.txt')).toEqual({ kind: 'text', text: 'x\n' });
});
