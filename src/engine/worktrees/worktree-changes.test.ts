import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint, personsState } from './testing/fingerprint.ts';
import { commitAll, failingGit, git, makeRepository, makeService, testGit, write } from './testing/test-repository.ts';
import { worktreeDiff } from './worktree-diff.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('worktreeChanges', () => {
  it('counts committed, staged, unstaged and untracked edits as one difference from the base, and writes nothing', async () => {
    const { folder, root } = await makeRepository({
      committed: 'a\nb\n',
      staged: 'a\n',
      unstaged: 'a\nb\nc\n',
      deleted: 'a\nb\n',
      'old name': lines(20),
      mode: 'x\n',
      'becomes link': 'x\n',
      '.gitignore': '*.log\n',
    });
    await write(root, { 'parents own.txt': 'uncommitted in the parent\n' });
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    await write(fork.path, { committed: 'a\nB\n', 'new and committed': '1\n2\n' });
    await commitAll(fork.path, 'of the fork');
    await write(fork.path, { staged: 'a\nb\n' });
    await git(fork.path, 'add', 'staged');
    await write(fork.path, { unstaged: 'c\n', 'untracked/ü': '1\n2\n3', 'x.log': 'ignored\n' });
    await rm(join(fork.path, 'deleted'));
    await rename(join(fork.path, 'old name'), join(fork.path, 'new name'));
    await writeFile(join(fork.path, 'new name'), `${lines(20)}more\n`);
    await writeFile(join(fork.path, 'image.bin'), Buffer.from([0, 1, 2, 255]));
    await chmod(join(fork.path, 'mode'), 0o755);
    await rm(join(fork.path, 'becomes link'));
    await symlink('mode', join(fork.path, 'becomes link'));

    const before = [await personsState(root), await fingerprint(join(root, '.git', 'objects'))];
    const changes = await service.changes(fork.path);
    const { tree, ...counts } = changes;
    expect(tree).toMatch(/^[0-9a-f]{40}$/);
    expect(counts).toEqual({
      files: [
        { path: 'becomes link', status: 'type-changed', added: 1, removed: 1, binary: false },
        { path: 'committed', status: 'modified', added: 1, removed: 1, binary: false },
        { path: 'deleted', status: 'deleted', added: 0, removed: 2, binary: false },
        { path: 'image.bin', status: 'added', added: 0, removed: 0, binary: true },
        { path: 'mode', status: 'modified', added: 0, removed: 0, binary: false },
        { path: 'new and committed', status: 'added', added: 2, removed: 0, binary: false },
        { path: 'new name', status: 'renamed', added: 1, removed: 0, binary: false, from: 'old name' },
        { path: 'staged', status: 'modified', added: 1, removed: 0, binary: false },
        { path: 'unstaged', status: 'modified', added: 0, removed: 2, binary: false },
        { path: 'untracked/ü', status: 'added', added: 3, removed: 0, binary: false },
      ],
      added: 9,
      removed: 6,
    });
    expect([await personsState(root), await fingerprint(join(root, '.git', 'objects'))]).toEqual(before);
  });

  it('shows a file in conflict as it is on disk', async () => {
    const { folder, root } = await makeRepository({ a: '1\n' });
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    await write(root, { a: '2\n' });
    await commitAll(root, 'in the parent');
    await write(fork.path, { a: '3\n' });
    await commitAll(fork.path, 'in the fork');
    await failingGit(fork.path, 'merge', 'main');
    const { files } = await service.changes(fork.path);
    // Markers, two sides and a base line of 1: five lines, of which none is the old one.
    expect(files).toEqual([{ path: 'a', status: 'modified', added: 5, removed: 1, binary: false }]);
  });

  it('has no answer for a folder that lost its git file and lies in another repository', async () => {
    const { folder, root } = await makeRepository();
    await git(folder, 'init', '--quiet');
    await commitAll(folder, 'the repository around');
    const service = makeService(folder);
    const fork = await makeService(root.replace('repository', 'elsewhere')).create(root, 'a');
    await rm(join(fork.path, '.git'));
    await expect(service.changes(fork.path)).rejects.toMatchObject({
      code: 'wrong-worktree',
    });
    await rm(fork.path, { recursive: true });
    await expect(service.changes(fork.path)).rejects.toMatchObject({
      code: 'folder-missing',
    });
    await expect(service.changes(root)).rejects.toMatchObject({ code: 'no-record' });
  });
});

describe('worktreeDiff', () => {
  it('is a patch that git applies to the base to get the same files', async () => {
    const { folder, root } = await makeRepository({ 'a b': lines(9), gone: 'x\n', 'old name': lines(20) });
    const fork = await makeService(folder).create(root, 'a');
    await write(fork.path, { 'a b': `${lines(9)}end\n`, 'ü/new': 'no newline at the end' });
    await rm(join(fork.path, 'gone'));
    await rename(join(fork.path, 'old name'), join(fork.path, 'new name'));
    const patch = await worktreeDiff(testGit, fork.path, fork.baseCommit);
    await writeFile(join(folder, 'patch'), patch);
    await git(root, 'apply', join(folder, 'patch'));
    const content = (path: string) => fingerprint(path, { leaveOut: (name) => name === '.git' });
    expect(await content(root)).toEqual(await content(fork.path));
  });

  it('is empty without changes, and of one file with its old name when it was renamed', async () => {
    const { folder, root } = await makeRepository({ old: lines(20), other: 'x\n', 'dir*/f': 'x\n', 'dir1/f': 'x\n' });
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    expect(await service.diff(fork.path)).toBe('');
    await rename(join(fork.path, 'old'), join(fork.path, 'new'));
    await write(fork.path, { other: 'y\n', 'dir*/f': 'y\n', 'dir1/f': 'z\n' });
    const renamed = await service.diff(fork.path, { file: 'new' });
    expect(renamed).toContain('rename from old\nrename to new\n');
    expect(renamed).not.toContain('other');
    // A path is a path, not a pattern.
    expect(await service.diff(fork.path, { file: 'dir*/f' })).not.toContain('dir1');
  });

  it('stops at its limit instead of filling memory', async () => {
    const { folder, root } = await makeRepository();
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    await mkdir(join(fork.path, 'd'));
    await write(fork.path, { 'd/big': lines(10_000) });
    await expect(service.diff(fork.path, { maxOutput: 10_000 })).rejects.toMatchObject({ code: 'too-much-output' });
  });
});
