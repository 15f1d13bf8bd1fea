import { chmod, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findRepository } from './locate-repository.ts';
import { snapshotTree, type TreeSnapshot } from './snapshot-tree.ts';
import { files, personsState } from './testing/fingerprint.ts';
import { commitAll, failingGit, git, makeFolder, makeRepository, testGit, write } from './testing/test-repository.ts';

let count = 0;

/** Takes a snapshot, and checks that nothing of the person's changed by it, nor what git status says. */
async function snapshot(root: string): Promise<TreeSnapshot> {
  const repository = await findRepository(testGit, root);
  if (repository === null) throw new Error('no repository');
  const status = () => git(root, '--no-optional-locks', 'status', '--porcelain=v2', '--branch', '--show-stash', '-z');
  const before = [await personsState(root), await status()];
  count += 1;
  const taken = await snapshotTree(testGit, repository, { id: `id-${count}`, now: Date.UTC(2026, 0, 1) });
  expect([await personsState(root), await status()]).toEqual(before);
  return taken;
}

/** The files of a commit, laid out by git itself. */
async function filesOf(root: string, commit: string): Promise<Record<string, string>> {
  const folder = await makeFolder();
  await git(root, 'clone', '--quiet', '--no-checkout', '--shared', root, join(folder, 'c'));
  await git(join(folder, 'c'), 'checkout', '--quiet', commit);
  return files(join(folder, 'c'));
}

async function without(root: string, ...paths: string[]): Promise<Record<string, string>> {
  const all = await files(root);
  return Object.fromEntries(Object.entries(all).filter(([path]) => !paths.some((left) => path.startsWith(left))));
}

describe('snapshotTree', () => {
  it('is the head itself when nothing differs, and keeps it alive', async () => {
    const { root } = await makeRepository();
    const { commit, head, ref } = await snapshot(root);
    expect(commit).toBe((await git(root, 'rev-parse', 'HEAD')).trim());
    expect(head).toBe(commit);
    expect((await git(root, 'rev-parse', ref)).trim()).toBe(commit);
    expect(ref).toMatch(/^refs\/forkscope\/base\/id-/);
  });

  it('holds every kind of change, and no ignored file', async () => {
    const { root } = await makeRepository({
      'staged.txt': '1\n',
      'staged-then-edited.txt': '1\n',
      'edited.txt': '1\n',
      'deleted.txt': '1\n',
      'removed-from-index.txt': '1\n',
      'old name.txt': 'a\nb\nc\n',
      'tool.sh': 'echo\n',
      'becomes-link': 'x\n',
      'becomes-folder': 'x\n',
      '.gitignore': 'ignored/\n*.log\n',
      'kept.log.txt': '1\n',
    });
    await write(root, { 'edited.txt': 'stashed\n' });
    await git(root, 'stash', 'push', '--quiet');
    await write(root, { 'staged.txt': '2\n', 'staged-then-edited.txt': '2\n' });
    await git(root, 'add', 'staged.txt', 'staged-then-edited.txt');
    await write(root, { 'staged-then-edited.txt': '3\n', 'edited.txt': '2\n' });
    await rm(join(root, 'deleted.txt'));
    await git(root, 'rm', '--quiet', '--cached', 'removed-from-index.txt');
    await rename(join(root, 'old name.txt'), join(root, 'neuer Name — ü.txt'));
    await chmod(join(root, 'tool.sh'), 0o755);
    await rm(join(root, 'becomes-link'));
    await symlink('edited.txt', join(root, 'becomes-link'));
    await rm(join(root, 'becomes-folder'));
    await write(root, { 'becomes-folder/a': 'x\n', 'new/deep/ä\nb': 'x\n', '-dash': 'x\n', ':(top)': 'x\n' });
    await symlink('nowhere', join(root, 'dangling'));
    await write(root, { 'ignored/x': 'x\n', 'trace.log': 'x\n', empty: '' });
    await git(root, 'add', '--intent-to-add', '--', 'new', './-dash');

    const { commit, head, skipped } = await snapshot(root);
    expect(await filesOf(root, commit)).toEqual(await without(root, 'ignored/', 'trace.log'));
    expect(skipped).toEqual([]);
    expect((await git(root, 'log', '-1', '--format=%P %an %ae', commit)).trim()).toBe(
      `${head} Forkscope forkscope@forkscope.invalid`,
    );
  });

  it('takes files as they are in the middle of a conflict, on a detached head', async () => {
    const { root } = await makeRepository({ both: '1\n', gone: '1\n' });
    await git(root, 'switch', '--quiet', '--create', 'other');
    await write(root, { both: '2\n', gone: '2\n' });
    await commitAll(root, 'other');
    await git(root, 'switch', '--quiet', '--detach', 'main');
    await write(root, { both: '3\n' });
    await rm(join(root, 'gone'));
    await commitAll(root, 'mine');
    await failingGit(root, 'merge', 'other');
    expect((await git(root, 'ls-files', '--unmerged')).split('\n').length).toBeGreaterThan(4);
    const { commit } = await snapshot(root);
    expect(await filesOf(root, commit)).toEqual(await files(root));
    expect(await git(root, 'show', `${commit}:both`)).toContain('<<<<<<<');
  });

  it('sees the content behind assume-unchanged and skip-worktree', async () => {
    const names = ['assumed', 'skipped', 'assumed gone', 'skipped gone', 'both'];
    const { root } = await makeRepository(Object.fromEntries(names.map((name) => [name, '1\n'])));
    await git(root, 'update-index', '--assume-unchanged', 'assumed', 'assumed gone', 'both');
    await git(root, 'update-index', '--skip-worktree', 'skipped', 'skipped gone', 'both');
    await write(root, { assumed: '2\n', skipped: '2\n', both: '2\n' });
    await rm(join(root, 'assumed gone'));
    await rm(join(root, 'skipped gone'));
    const { commit } = await snapshot(root);
    expect(await filesOf(root, commit)).toEqual(await files(root));
  });

  it('does not take what a sparse checkout left out for deleted', async () => {
    const { root } = await makeRepository({ 'in/a': '1\n', 'out/b': '1\n', top: '1\n' });
    await git(root, 'sparse-checkout', 'set', 'in');
    await write(root, { 'in/a': '2\n', 'out/new': '1\n' });
    const { commit } = await snapshot(root);
    expect(Object.keys(await filesOf(root, commit)).sort()).toEqual(['in/a', 'out/b', 'out/new', 'top']);
    expect(await git(root, 'show', `${commit}:in/a`)).toBe('2\n');
  });

  it('sees an edit of the same length within the second of the last git command', async () => {
    const { root } = await makeRepository({ a: '1\n' });
    const millisecond = () => Date.now() % 1000;
    const second = async () => Math.floor((await stat(join(root, 'a'))).mtimeMs / 1000);
    for (let isSameSecond = false; !isSameSecond; ) {
      await sleep(millisecond() > 300 ? 1000 - millisecond() : 0);
      await write(root, { a: '2\n' });
      const before = await second();
      await git(root, 'add', 'a');
      await write(root, { a: '3\n' });
      isSameSecond = before === (await second());
    }
    // A second later the file is older than any copy of the index that is made now.
    await sleep(1020 - millisecond());
    const { commit } = await snapshot(root);
    expect(await git(root, 'show', `${commit}:a`)).toBe('3\n');
  });

  it('works with a split index', async () => {
    const { root } = await makeRepository({ a: '1\n', b: '1\n' });
    await git(root, 'config', 'core.splitIndex', 'true');
    await git(root, 'config', 'splitIndex.maxPercentChange', '0');
    await git(root, 'update-index', '--split-index');
    await write(root, { a: '2\n', c: '1\n' });
    await git(root, 'add', 'c');
    const { commit } = await snapshot(root);
    expect(await filesOf(root, commit)).toEqual(await files(root));
  });

  it('works without an index, where tracked files may also be ignored', async () => {
    const { root } = await makeRepository({ 'a.log': '1\n', b: '1\n' });
    await write(root, { '.gitignore': '*.log\n' });
    await commitAll(root, 'ignore');
    await rm(join(root, '.git', 'index'));
    const { commit } = await snapshot(root);
    expect(await filesOf(root, commit)).toEqual(await files(root));
  });

  it('leaves out repositories inside the checkout and says so, but keeps a submodule that was staged', async () => {
    const { root } = await makeRepository();
    const other = await makeRepository({ inner: 'x\n' });
    await git(root, 'clone', '--quiet', other.root, 'with commit');
    await mkdir(join(root, 'empty'));
    await git(join(root, 'empty'), 'init', '--quiet');
    await writeFile(join(root, 'empty', 'file'), 'x');
    await git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'module');
    await write(root, { after: 'z\n' });
    const { commit, skipped } = await snapshot(root);
    expect([...skipped].sort((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: 'empty', reason: 'embedded-repository' },
      { path: 'with commit', reason: 'embedded-repository' },
    ]);
    const names = (await git(root, 'ls-tree', '-r', '--name-only', commit)).trim().split('\n');
    expect(names).toEqual(['.gitmodules', 'a.txt', 'after', 'module']);
  });

  it('says that there is no commit yet, and leaves no ref', async () => {
    const root = await makeFolder();
    await git(root, 'init', '--quiet');
    await write(root, { a: 'x\n' });
    await expect(snapshot(root)).rejects.toMatchObject({ code: 'no-commit' });
    expect(await git(root, 'for-each-ref')).toBe('');
  });

  it('keeps no reflog of its own refs even where git keeps all', async () => {
    const { root } = await makeRepository();
    await git(root, 'config', 'core.logAllRefUpdates', 'always');
    await write(root, { a: 'x\n' });
    await snapshot(root);
  });
});
