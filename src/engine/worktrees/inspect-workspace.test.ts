import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from './git.ts';
import { inspectWorkspace, type Workspace } from './inspect-workspace.ts';
import { personsState } from './testing/fingerprint.ts';
import {
  commitAll,
  failingGit,
  git,
  makeFolder,
  makeRepository,
  makeService,
  testGit,
  write,
} from './testing/test-repository.ts';

async function workspace(path: string): Promise<Workspace> {
  const inspection = await inspectWorkspace(testGit, path);
  if (inspection.kind !== 'ok') throw new Error(inspection.message);
  return inspection.workspace;
}

describe('a repository', () => {
  it('is found from a folder inside it, by way of a link, with nothing written', async () => {
    const { folder, root } = await makeRepository({ 'src/a.ts': 'x\n' });
    await symlink(root, join(folder, 'link'));
    const before = await personsState(root);
    expect(await workspace(join(folder, 'link', 'src'))).toEqual({
      root,
      gitDir: join(root, '.git'),
      commonDir: join(root, '.git'),
      isBare: false,
      head: (await git(root, 'rev-parse', 'HEAD')).trim(),
      gitBranch: 'main',
      state: 'clean',
      isLinkedWorktree: false,
      notice: null,
    });
    expect(await personsState(root)).toEqual(before);
  });

  it.each(['with space', 'line\nbreak', '-dash', 'ü — 1', 'quote"\\'])('may be called %j', async (name) => {
    const { root } = await makeRepository({ a: 'x\n' }, name);
    expect(await workspace(root)).toMatchObject({ root, commonDir: join(root, '.git') });
  });

  it('keeps slashes and umlauts of its git branch, and has none when detached', async () => {
    const { root } = await makeRepository();
    await git(root, 'switch', '--quiet', '--create', 'topic/ü');
    expect((await workspace(root)).gitBranch).toBe('topic/ü');
    await git(root, 'switch', '--quiet', '--detach');
    expect((await workspace(root)).gitBranch).toBeNull();
  });

  it('may be a linked worktree, which shares the git directory', async () => {
    const { folder, root } = await makeRepository();
    const linked = join(folder, 'linked');
    await git(root, 'worktree', 'add', '--quiet', '--detach', linked);
    expect(await workspace(linked)).toMatchObject({
      root: linked,
      commonDir: join(root, '.git'),
      isLinkedWorktree: true,
    });
  });

  it('may not be bare, but a worktree of a bare one may be opened and forked', async () => {
    const { folder, root } = await makeRepository();
    const bare = join(folder, 'bare.git');
    await git(folder, 'clone', '--quiet', '--bare', root, bare);
    const inspected = await inspectWorkspace(testGit, bare);
    expect(inspected).toMatchObject({ kind: 'bare', message: expect.stringMatching(/bare repository.*Open a clone/) });
    const linked = join(folder, 'linked');
    await git(bare, 'worktree', 'add', '--quiet', linked);
    expect(await workspace(linked)).toMatchObject({ root: linked, commonDir: bare, isLinkedWorktree: true });
    expect(await inspectWorkspace(testGit, join(bare, 'refs'))).toMatchObject({
      kind: 'bare',
      message: expect.stringContaining(`Open ${linked}, or`),
    });
    const fork = await makeService(folder).create(linked, 'a');
    expect(await readFile(join(fork.path, 'a.txt'), 'utf8')).toBe('one\n');
  });
});

describe('an operation in progress', () => {
  async function withConflict(): Promise<string> {
    const { root } = await makeRepository({ a: 'base\n' });
    await git(root, 'switch', '--quiet', '--create', 'other');
    await write(root, { a: 'theirs\n' });
    await commitAll(root, 'theirs');
    await git(root, 'switch', '--quiet', 'main');
    await write(root, { a: 'ours\n' });
    await commitAll(root, 'ours');
    return root;
  }

  it.each([
    ['rebase', ['rebase', 'other']],
    ['merge', ['merge', 'other']],
    ['cherry-pick', ['cherry-pick', 'other']],
    ['revert', ['revert', '--no-edit', 'HEAD~1']],
  ])('%s is told and not refused', async (state, args) => {
    const root = await withConflict();
    await failingGit(root, ...args);
    const found = await workspace(root);
    expect(found.state).toBe(state);
    expect(found.notice).toContain(state);
    expect(found.head).toBe((await git(root, 'rev-parse', 'HEAD')).trim());
  });

  it('bisect is told and not refused', async () => {
    const root = await withConflict();
    await git(root, 'bisect', 'start');
    expect((await workspace(root)).state).toBe('bisect');
  });
});

describe('anything else gets a sentence with a next step', () => {
  async function fault(path: string) {
    const inspection = await inspectWorkspace(testGit, path);
    if (inspection.kind === 'ok') throw new Error('was meant to be refused');
    expect(inspection.message).toMatch(/\. [A-Z].*\.$/);
    expect(inspection.message).not.toContain('\n');
    return inspection.kind;
  }

  it('a path that is not there, a file, a folder without git', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'file'), '');
    expect(await fault(join(folder, 'gone'))).toBe('not-found');
    expect(await fault(join(folder, 'file'))).toBe('not-a-folder');
    expect(await fault(folder)).toBe('not-a-repository');
  });

  it('a repository without a commit, also on an orphan git branch', async () => {
    const folder = await makeFolder();
    await git(folder, 'init', '--quiet', '--initial-branch=master');
    expect(await fault(folder)).toBe('no-commit');
    const { root } = await makeRepository();
    await git(root, 'switch', '--quiet', '--orphan', 'empty');
    expect(await fault(root)).toBe('no-commit');
  });

  it('a repository that git cannot read', async () => {
    const { root } = await makeRepository();
    await writeFile(join(root, '.git', 'config'), '[core\n');
    expect(await fault(root)).toBe('unreadable-repository');
  });

  it('a folder without git below nothing that is one', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'deep', 'er'), { recursive: true });
    expect(await fault(join(folder, 'deep', 'er'))).toBe('not-a-repository');
  });

  it('no git at all', async () => {
    const { root, folder } = await makeRepository();
    const inspection = await inspectWorkspace(createGit({ environment: { PATH: folder } }), root);
    expect(inspection).toMatchObject({ kind: 'git-missing', message: expect.stringContaining('Install git') });
  });
});
