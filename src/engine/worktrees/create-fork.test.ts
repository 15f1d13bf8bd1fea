import { chmod, mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from './git.ts';
import { GitError } from './git-error.ts';
import { files, personsState } from './testing/fingerprint.ts';
import {
  commitAll,
  failingGit,
  git,
  makeFolder,
  makeRepository,
  makeService,
  testEnvironment,
  write,
} from './testing/test-repository.ts';
import { WorktreeService } from './worktree-service.ts';

const worktreesOf = async (root: string) =>
  (await git(root, 'worktree', 'list', '--porcelain')).split('\n').filter((line) => line.startsWith('worktree '))
    .length;

describe('a new fork', () => {
  it("starts from the parent's files as they are, as its base: nothing is changed in it yet", async () => {
    const { folder, root } = await makeRepository({ 'a.txt': '1\n', 'gone.txt': '1\n' });
    await write(root, { 'a.txt': '2\n', 'new/b.txt': '1\n' });
    await rm(join(root, 'gone.txt'));
    const fork = await makeService(folder).create(root, 'Try the parser');
    expect(await files(fork.path)).toEqual(await files(root));
    expect(await git(fork.path, 'status', '--porcelain')).toBe('');
    expect((await git(fork.path, 'rev-parse', 'HEAD')).trim()).toBe(fork.baseCommit);
    expect((await git(fork.path, 'symbolic-ref', 'HEAD')).trim()).toBe('refs/heads/forkscope/try-the-parser');
    expect(fork).toMatchObject({
      name: 'try-the-parser',
      gitBranch: 'forkscope/try-the-parser',
      copied: [],
      notices: [],
    });
    expect(fork.path.startsWith(join(folder, 'data', 'worktrees', 'repository-'))).toBe(true);
  });

  it('moves from the head to the files as they are by writing those that differ, and sees an edit made at once', async () => {
    const { folder, root } = await makeRepository({
      'a.txt': '1\n',
      'file/inner': '1\n',
      folder: '1\n',
      'b.txt': '1\n',
    });
    await rm(join(root, 'file'), { recursive: true });
    await rm(join(root, 'folder'));
    await write(root, { 'a.txt': '2\n', file: '2\n', 'folder/inner': '2\n' });
    await chmod(join(root, 'b.txt'), 0o755);
    const fork = await makeService(folder).create(root, 'a');
    // Of the same length, and most likely within the second of the files and their index.
    await write(fork.path, { 'b.txt': '2\n' });
    expect(await git(fork.path, 'status', '--porcelain')).toBe(' M b.txt\n');
    await write(fork.path, { 'b.txt': '1\n' });
    expect(await files(fork.path)).toEqual(await files(root));
    expect(await git(fork.path, 'status', '--porcelain')).toBe('');
    expect((await git(fork.path, 'rev-parse', 'HEAD')).trim()).toBe(fork.baseCommit);
  });

  it('whose snapshot fails says why, and leaves nothing of what was begun meanwhile', async () => {
    const { folder, root } = await makeRepository({ 'a.txt': '1\n' });
    await writeFile(join(root, '.git', 'index'), 'no index');
    const before = await git(root, 'for-each-ref');
    await expect(makeService(folder).create(root, 'a')).rejects.toThrow(/index/);
    expect(await worktreesOf(root)).toBe(1);
    expect(await git(root, 'for-each-ref')).toBe(before);
  });

  it('starts from the head of the moment, not from the remote or from an earlier one', async () => {
    const { folder, root: remote } = await makeRepository();
    const root = join(folder, 'clone');
    await git(folder, 'clone', '--quiet', remote, root);
    for (const message of ['1', '2', '3']) await commitAll(root, message);
    const service = makeService(folder);
    const first = await service.create(root, 'a');
    expect(first.baseCommit).toBe((await git(root, 'rev-parse', 'HEAD')).trim());
    const head = await commitAll(root, '4');
    const second = await service.create(root, 'b');
    expect(second.baseCommit).toBe(head);
    expect(first.baseCommit).toBe((await git(root, 'rev-parse', 'HEAD~1')).trim());
  });

  it('is locked for its owner, and git keeps it from being removed', async () => {
    const { folder, root } = await makeRepository();
    const fork = await makeService(folder).create(root, 'a');
    expect(await git(root, 'worktree', 'list', '--porcelain')).toContain(`locked Forkscope process ${process.pid} on `);
    await failingGit(root, 'worktree', 'remove', '--force', fork.path);
  });

  it('may start in a rebase, on a detached head, and from another fork beside which it then stands', async () => {
    const { folder, root } = await makeRepository({ a: '1\n' });
    await git(root, 'switch', '--quiet', '--create', 'other');
    await write(root, { a: '2\n' });
    await commitAll(root, 'theirs');
    await git(root, 'switch', '--quiet', 'main');
    await write(root, { a: '3\n' });
    await commitAll(root, 'ours');
    await failingGit(root, 'rebase', 'other');
    const service = makeService(folder);
    const fork = await service.create(root, 'first');
    expect(await files(fork.path)).toEqual(await files(root));
    await write(fork.path, { b: 'of the fork\n' });
    const nested = await service.create(fork.path, 'second');
    expect(join(nested.path, '..')).toBe(join(fork.path, '..'));
    expect(await files(nested.path)).toEqual(await files(fork.path));
  });

  it('may start from a bare repository, at its head', async () => {
    const { folder, root } = await makeRepository({ a: '1\n' });
    const bare = join(folder, 'bare.git');
    await git(folder, 'clone', '--quiet', '--bare', root, bare);
    const fork = await makeService(folder).create(bare, 'a');
    expect(await files(fork.path)).toEqual(await files(root));
  });

  it("has the parent's uncommitted files outside a sparse checkout too", async () => {
    const { folder, root } = await makeRepository({ 'in/a': '1\n', 'out/b': '1\n', 'out/c': '1\n' });
    await git(root, 'sparse-checkout', 'set', 'in');
    await write(root, { 'in/a': '2\n', 'out/new': '1\n' });
    const fork = await makeService(folder).create(root, 'a');
    expect(await files(fork.path)).toEqual(await files(root));
    expect(await git(fork.path, 'status', '--porcelain')).toBe('');
  });

  it('has a notice for what it lacks', async () => {
    const { folder, root } = await makeRepository({ '.gitignore': 'node_modules/\n' });
    const other = await makeRepository();
    await git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'module');
    await git(root, 'submodule', '--quiet', 'deinit', '--force', 'module');
    await git(root, 'clone', '--quiet', other.root, 'inner');
    await write(root, { 'node_modules/x.js': 'x\n' });
    const { notices } = await makeService(folder).create(root, 'a');
    expect(notices).toEqual([
      expect.stringContaining('inner'),
      expect.stringContaining('module'),
      expect.stringContaining('node_modules/'),
    ]);
  });
});

describe('names', () => {
  it('steps aside for a git branch that an old worktree holds, and names the holder', async () => {
    const { folder, root } = await makeRepository();
    const old = join(folder, 'old');
    await git(root, 'worktree', 'add', '--quiet', old, '-b', 'forkscope/a');
    const fork = await makeService(folder).create(root, 'a');
    expect(fork.gitBranch).toBe('forkscope/a-2');
    expect(fork.notices).toEqual([expect.stringContaining(old)]);
    expect(await worktreesOf(root)).toBe(3);
  });

  it.each([
    ['another case', 'forkscope/A', 'forkscope/a-2'],
    ['a folder of that name', 'forkscope/a/b', 'forkscope/a-2'],
    ['a git branch called like the folder', 'forkscope', 'forkscope-a'],
  ])('steps aside for %s', async (_, taken, expected) => {
    const { folder, root } = await makeRepository();
    await git(root, 'branch', taken);
    expect((await makeService(folder).create(root, 'a')).gitBranch).toBe(expected);
  });

  it('steps aside for a folder that is there, without touching it', async () => {
    const { folder, root } = await makeRepository();
    const service = makeService(folder);
    const first = await service.create(root, 'a');
    await write(join(first.path, '..', 'b'), { mine: 'x\n' });
    expect((await service.create(root, 'b')).name).toBe('b-2');
    expect(await readdir(join(first.path, '..', 'b'))).toEqual(['mine']);
  });

  it('works with folders, files and git branches that are not ASCII, with spaces and newlines', async () => {
    const { folder, root } = await makeRepository(
      { 'd ä/Ö — 1.md': 'eins\n', 'line\nbreak': 'x\n' },
      'my — repö\nsitory: "x"',
    );
    await git(root, 'switch', '--quiet', '--create', 'topic/ü');
    await write(root, { 'd ä/Ö — 1.md': 'zwei\n', '-rf': 'x\n' });
    const service = makeService(folder);
    const fork = await service.create(root, 'Ü');
    expect(await files(fork.path)).toEqual(await files(root));
    await write(fork.path, { 'd ä/Ö — 1.md': 'drei\n', 'd ä/ñ\t"q".md': 'neu\n' });
    const changes = await service.changes(fork.path);
    expect(changes.files.map((file) => file.path)).toEqual(['d ä/Ö — 1.md', 'd ä/ñ\t"q".md']);
    expect(await service.diff(fork.path)).toContain('+++ b/d ä/Ö — 1.md\t\n@@ -1 +1 @@\n-zwei\n+drei\n');
    await service.release(fork.path);
    expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({ kind: 'discarded' });
  });
});

describe('what may go wrong', () => {
  it('a repository without a commit is refused, not run in its checkout', async () => {
    const folder = await makeFolder();
    const root = join(folder, 'new');
    await mkdir(root);
    await git(root, 'init', '--quiet', '--initial-branch=master');
    await write(root, { a: 'x\n' });
    await expect(makeService(folder).create(root, 'a')).rejects.toMatchObject({
      code: 'no-commit',
      message: expect.stringContaining('no commit yet'),
    });
    expect(await git(root, 'for-each-ref')).toBe('');
  });

  it("a slow and failing hook of the person's does not hold it up", async () => {
    const { folder, root } = await makeRepository();
    const hook = join(root, '.git', 'hooks', 'post-checkout');
    await mkdir(join(root, '.git', 'hooks'), { recursive: true });
    await writeFile(hook, '#!/bin/sh\nsleep 130\nexit 1\n');
    await chmod(hook, 0o755);
    const started = Date.now();
    const fork = await makeService(folder).create(root, 'a');
    expect(Date.now() - started).toBeLessThan(20_000);
    expect(await files(fork.path)).toEqual(await files(root));
    expect(fork.notices).toEqual([]);
  });

  it('a folder for worktrees inside the repository is refused', async () => {
    const { root } = await makeRepository();
    await expect(makeService(root).create(root, 'a')).rejects.toMatchObject({ code: 'inside-repository' });
    expect(await git(root, 'for-each-ref', 'refs/forkscope', 'refs/heads/forkscope')).toBe('');
  });

  it('an interrupt leaves nothing behind', async () => {
    const { folder, root } = await makeRepository();
    const before = await personsState(root);
    const service = makeService(folder);
    for (const delay of [0, 10, 25, 40, 60]) {
      const controller = new AbortController();
      const creating = service.create(root, 'a', controller.signal).catch((error: unknown) => error);
      setTimeout(() => controller.abort(), delay);
      const outcome = await creating;
      if (!(outcome instanceof GitError)) continue;
      expect(outcome.code).toBe('interrupted');
      expect(await personsState(root)).toEqual(before);
      expect(await git(root, 'for-each-ref', 'refs/forkscope')).toBe('');
    }
  });

  it('a failure in the middle leaves nothing behind', async () => {
    const { folder, root } = await makeRepository({ '.gitattributes': '*.bin filter=broken\n', 'a.bin': 'x\n' });
    await git(root, 'config', 'filter.broken.smudge', 'exit 1');
    await git(root, 'config', 'filter.broken.required', 'true');
    const before = await personsState(root);
    const service = makeService(folder);
    await expect(service.create(root, 'a')).rejects.toMatchObject({ code: 'failed' });
    expect(await personsState(root)).toEqual(before);
    expect(await git(root, 'for-each-ref', 'refs/forkscope')).toBe('');
    expect((await service.list(root)).worktrees).toHaveLength(1);
  });

  it("a lock of another git command is waited for; one that stays is named and not removed; an old index.lock is none of a fork's business", async () => {
    const { folder, root } = await makeRepository();
    await writeFile(join(root, '.git', 'index.lock'), '');
    const service = makeService(folder);
    await service.create(root, 'a');

    const lock = join(root, '.git', 'refs', 'heads', 'forkscope', 'b.lock');
    await writeFile(lock, '');
    setTimeout(() => rm(lock), 300);
    expect((await service.create(root, 'b')).name).toBe('b');

    await writeFile(join(root, '.git', 'refs', 'heads', 'forkscope', 'c.lock'), '');
    await expect(service.create(root, 'c')).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('index.lock'),
    });
    expect(await worktreesOf(root)).toBe(3);
  });

  it('git that is missing or too old is said so', async () => {
    const { folder, root } = await makeRepository();
    const missing = createGit({ environment: { ...testEnvironment, PATH: folder } });
    const setup = { directory: join(folder, 'data'), clock: () => 0, ids: () => 'x' };
    await expect(new WorktreeService({ ...setup, git: missing }).create(root, 'a')).rejects.toMatchObject({
      code: 'git-missing',
    });
  });
});

describe('ignored files', () => {
  it('.env files come along from every folder, as copies that git goes on ignoring', async () => {
    const { folder, root } = await makeRepository({ '.gitignore': '.env*\nnode_modules/\n', 'apps/x/main.js': '' });
    await write(root, {
      '.env.development': 'KEY=1\n',
      'apps/x/.env': 'KEY=2\n',
      'only/ignored/.env': 'KEY=3\n',
      'node_modules/p/.env': 'KEY=4\n',
    });
    await chmod(join(root, '.env.development'), 0o600);
    await symlink(join(root, '.env.development'), join(root, '.env'));
    const service = makeService(folder);
    const fork = await service.create(root, 'a');
    expect(fork.copied).toEqual(['.env', '.env.development', 'apps/x/.env', 'only/ignored/.env']);
    expect(fork.notices).toEqual([expect.stringContaining('node_modules/')]);
    // The link is copied as the file behind it: a write in the fork must not reach the parent's.
    await writeFile(join(fork.path, '.env'), 'KEY=of the fork\n');
    const { 'node_modules/p/.env': _, '.env': __, ...parents } = await files(root);
    const { '.env': ___, ...forks } = await files(fork.path);
    expect(forks).toEqual(parents);
    expect(await git(fork.path, 'status', '--porcelain')).toBe('');
    // Even when nothing ignores them any more, they are no change of the fork's.
    await rm(join(fork.path, '.gitignore'));
    await git(fork.path, 'add', '--all');
    expect((await service.changes(fork.path)).files).toEqual([
      { path: '.gitignore', status: 'deleted', added: 0, removed: 2, binary: false },
    ]);
    await service.release(fork.path);
    const discarded = await service.discard(fork.path, { confirmed: true });
    const backup = 'backupRef' in discarded ? String(discarded.backupRef) : '';
    expect(await git(root, 'ls-tree', '-r', '--name-only', backup)).toBe('apps/x/main.js\n');
  });

  it('.worktreeinclude brings more, in gitignore syntax, and takes defaults back', async () => {
    const { folder, root } = await makeRepository({
      '.gitignore': '.env*\nsecrets/\n*.key\ncache/\n',
      '.worktreeinclude': 'secrets/\n*.key\n!public.key\n!.env.test\n',
    });
    await write(root, {
      '.env': '1\n',
      '.env.test': '1\n',
      'secrets/deep/token': '1\n',
      'my.key': '1\n',
      'public.key': '1\n',
      'cache/big': '1\n',
    });
    const fork = await makeService(folder).create(root, 'a');
    expect(fork.copied).toEqual(['.env', 'my.key', 'secrets/deep/token']);
    expect(fork.notices).toEqual([expect.stringContaining('.env.test, cache/, public.key')]);
  });

  it('never overwrite a file that the fork has already', async () => {
    const { folder, root } = await makeRepository({ '.env.example': 'committed\n', '.worktreeinclude': '*\n' });
    await write(root, { untracked: 'in the base\n' });
    const old = new Date(0);
    await utimes(join(root, 'untracked'), old, old);
    const fork = await makeService(folder).create(root, 'a');
    expect(fork.copied).toEqual([]);
    expect(await files(fork.path)).toEqual(await files(root));
  });
});
