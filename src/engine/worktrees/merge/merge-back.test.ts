import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ForkWorktree } from '../furnish-worktree.ts';
import { LiveRepositories } from '../live/live-trees.ts';
import { files, fingerprint, personsState } from '../testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, testGit, write } from '../testing/test-repository.ts';
import { WorktreeTeam } from '../worktree-team.ts';

const TEN = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
const edited = (line: number, text: string, source = TEN) => source.replace(`line ${line}\n`, `${text}\n`);

function makeTeam(): WorktreeTeam {
  let count = 0;
  const team = new WorktreeTeam({
    git: testGit,
    live: new LiveRepositories(testGit),
    clock: () => Date.UTC(2026, 0, 2),
    ids: () => {
      count += 1;
      return `undo-${count}`;
    },
  });
  onTestFinished(() => team.close());
  return team;
}

async function makeFork(
  content: Record<string, string> = { 'a.txt': TEN, 'b.txt': 'b\n' },
  dirty: Record<string, string> = {},
) {
  const { folder, root } = await makeRepository(content);
  await git(root, 'config', 'user.name', 'Person');
  await git(root, 'config', 'user.email', 'person@example.com');
  await write(root, dirty);
  const service = makeService(folder);
  const fork: ForkWorktree = await service.create(root, 'f');
  return { folder, root, service, fork, team: makeTeam() };
}

const read = (root: string, path: string) => readFile(join(root, path), 'utf8');
const indexOf = (root: string) => fingerprint(join(root, '.git'), { leaveOut: (path) => path !== 'index' });

describe('as uncommitted changes', () => {
  it('brings everything over, leaves the index, other files, head and branches alone, and comes back by undo', async () => {
    const { root, fork, team } = await makeFork(
      { 'a.txt': TEN, 'b.txt': 'b\n', 'gone/x': 'x\n', run: '#!\n' },
      { 'mine.txt': 'mine\n' },
    );
    await write(fork.path, { 'a.txt': edited(2, 'two'), 'new/ü 1.md': 'new\n' });
    await commitAll(fork.path, 'part one');
    await write(fork.path, { 'a.txt': edited(9, 'nine', edited(2, 'two')) });
    await rm(join(fork.path, 'gone/x'));
    await chmod(join(fork.path, 'run'), 0o755);
    await symlink('a.txt', join(fork.path, 'link'));
    const expected = await files(fork.path);
    const before = await files(root);
    const [index, state] = [await indexOf(root), await personsState(root)];

    const plan = await team.preview({ path: fork.path, way: 'changes' });
    expect(plan.readiness).toEqual({ kind: 'ready' });
    expect(plan.files.map(({ path, status }) => `${status} ${path}`).sort()).toEqual([
      'added link',
      'added new/ü 1.md',
      'deleted gone/x',
      'modified a.txt',
      'modified run',
    ]);
    expect(await personsState(root)).toEqual(state);

    const result = await team.apply({ path: fork.path, way: 'changes' }, plan.planId);
    expect(result).toMatchObject({ kind: 'merged', undoRef: 'refs/forkscope/undo/undo-1' });
    expect(await files(root)).toEqual(expected);
    expect(await indexOf(root)).toEqual(index);
    expect(await git(root, 'log', '--oneline', '--all', '--not', '--glob=refs/forkscope', '--glob=refs/heads')).toBe(
      '',
    );
    expect((await git(root, 'stash', 'list')).trim()).toBe('');

    expect(await team.undo(root, 'undo-1', { force: false })).toMatchObject({ kind: 'undone', redoId: 'undo-2' });
    expect(await files(root)).toEqual(before);
    expect(await team.undo(root, 'undo-2', { force: false })).toMatchObject({ kind: 'undone' });
    expect(await files(root)).toEqual(expected);
    expect(await indexOf(root)).toEqual(index);
  });

  it('merges three-way with edits that the parent made since', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two') });
    await write(root, { 'a.txt': edited(15, 'fifteen') });
    await commitAll(root, 'parent');
    expect(await team.apply({ path: fork.path, way: 'changes' }, null)).toMatchObject({ kind: 'merged' });
    expect(await read(root, 'a.txt')).toBe(edited(15, 'fifteen', edited(2, 'two')));
  });

  it('does not touch a dirty file unless that very file was agreed to', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two'), 'b.txt': 'b by fork\n' });
    await write(root, { 'a.txt': edited(15, 'mine') });
    const before = await personsState(root);
    const refused = await team.apply({ path: fork.path, way: 'changes', consent: ['b.txt'] }, null);
    expect(refused).toMatchObject({
      kind: 'refused',
      plan: { dirty: ['a.txt'], readiness: { kind: 'needs-consent' } },
    });
    expect(await personsState(root)).toEqual(before);
    expect(await team.apply({ path: fork.path, way: 'changes', consent: ['a.txt'] }, null)).toMatchObject({
      kind: 'merged',
    });
    expect(await read(root, 'a.txt')).toBe(edited(15, 'mine', edited(2, 'two')));
    await team.undo(root, 'undo-2', { force: false });
    expect(await read(root, 'a.txt')).toBe(edited(15, 'mine'));
  });

  it('takes some files, or some hunks of a file', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(18, 'eighteen', edited(2, 'two')), 'b.txt': 'b by fork\n' });
    const onlyB = { kind: 'files', paths: ['b.txt'] } as const;
    await team.apply({ path: fork.path, way: 'changes', selection: onlyB }, null);
    expect([await read(root, 'a.txt'), await read(root, 'b.txt')]).toEqual([TEN, 'b by fork\n']);
    const second = { kind: 'hunks', files: [{ path: 'a.txt', hunks: [1] }] } as const;
    await team.apply({ path: fork.path, way: 'changes', selection: second }, null);
    expect(await read(root, 'a.txt')).toBe(edited(18, 'eighteen'));
    const mixed = {
      kind: 'hunks',
      files: [
        { path: 'a.txt', hunks: [0] },
        { path: 'b.txt', hunks: null },
      ],
    } as const;
    const plan = await team.preview({ path: fork.path, way: 'changes', selection: mixed });
    expect(plan.files.map(({ path }) => path)).toEqual(['a.txt']);
    await team.undo(root, 'undo-1', { force: false });
    await team.apply({ path: fork.path, way: 'changes', selection: mixed, consent: ['a.txt'] }, null);
    expect([await read(root, 'a.txt'), await read(root, 'b.txt')]).toEqual([
      edited(18, 'eighteen', edited(2, 'two')),
      'b by fork\n',
    ]);
    const none = { kind: 'hunks', files: [{ path: 'a.txt', hunks: [7] }] } as const;
    await expect(team.preview({ path: fork.path, way: 'changes', selection: none })).rejects.toMatchObject({
      code: 'no-such-hunk',
    });
    const other = { kind: 'files', paths: ['c.txt'] } as const;
    await expect(team.preview({ path: fork.path, way: 'changes', selection: other })).rejects.toMatchObject({
      code: 'not-changed',
    });
  });

  it('never writes over what no snapshot holds: ignored files, folders with such, links that lead out', async () => {
    const { folder, root, fork, team } = await makeFork({ '.gitignore': '*.local\nout\n', 'd/x': 'x\n' });
    await mkdir(join(folder, 'elsewhere'));
    await write(root, { 'k.local': 'secret\n', 'e/z.local': 'secret\n' });
    await symlink(join(folder, 'elsewhere'), join(root, 'out'));
    await write(fork.path, { 'k.local': 'fork\n', e: 'a file\n', 'out/escaped': 'x\n' });
    await git(fork.path, 'add', '--force', '--all');
    const before = await personsState(root);
    const refused = await team.apply({ path: fork.path, way: 'changes' }, null);
    expect(refused).toMatchObject({ kind: 'refused', plan: { readiness: { kind: 'blocked' } } });
    if (refused.kind === 'refused') for (const name of ['k.local', 'e', 'out']) expect(refused.message).toContain(name);
    expect(await personsState(root)).toEqual(before);
  });

  it('refuses when the fork or the parent changed since the preview', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'b.txt': 'b by fork\n' });
    const { planId } = await team.preview({ path: fork.path, way: 'changes' });
    await write(fork.path, { 'b.txt': 'b again\n' });
    expect(await team.apply({ path: fork.path, way: 'changes' }, planId)).toMatchObject({ kind: 'refused' });
    expect(await read(root, 'b.txt')).toBe('b\n');
  });

  it('says so when there is nothing to merge', async () => {
    const { fork, team } = await makeFork();
    expect((await team.preview({ path: fork.path, way: 'changes' })).readiness.kind).toBe('nothing');
  });
});

describe('conflicts', () => {
  it('come with both sides, base and markers, write nothing until each is resolved, and take the person’s text', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two by fork'), 'b.txt': 'b by fork\n' });
    await write(root, { 'a.txt': edited(2, 'two by parent') });
    await rm(join(root, 'b.txt'));
    await commitAll(root, 'parent');
    const before = await personsState(root);
    const refused = await team.apply({ path: fork.path, way: 'changes' }, null);
    expect(refused).toMatchObject({ kind: 'refused', plan: { readiness: { kind: 'conflicts' } } });
    expect(await personsState(root)).toEqual(before);
    const [text, removed] = refused.plan.conflicts;
    expect(text).toMatchObject({
      path: 'a.txt',
      kind: 'contents',
      base: { text: TEN },
      ours: { text: edited(2, 'two by parent') },
      theirs: { text: edited(2, 'two by fork') },
      marked: edited(2, '<<<<<<< parent\ntwo by parent\n||||||| before both\nline 2\n=======\ntwo by fork\n>>>>>>> f'),
    });
    expect(removed).toMatchObject({
      path: 'b.txt',
      kind: 'modify/delete',
      ours: null,
      theirs: { text: 'b by fork\n' },
    });
    expect(refused.plan.task).toContain('two by parent');

    const resolutions = [
      { path: 'a.txt', take: 'text', text: edited(2, 'two by both') },
      { path: 'b.txt', take: 'theirs' },
    ] as const;
    const merged = await team.apply({ path: fork.path, way: 'changes', resolutions }, refused.plan.planId);
    expect(merged.kind).toBe('merged');
    expect([await read(root, 'a.txt'), await read(root, 'b.txt')]).toEqual([edited(2, 'two by both'), 'b by fork\n']);
    await team.undo(root, 'undo-2', { force: false });
    expect(await read(root, 'a.txt')).toBe(edited(2, 'two by parent'));
    await expect(read(root, 'b.txt')).rejects.toThrow();
  });
});

describe('as one commit', () => {
  it('holds only the fork’s changes; the parent’s other edits, staged or not, stay as they are', async () => {
    const { root, fork, team } = await makeFork(
      { 'a.txt': TEN, 'b.txt': 'b\n', 'c.txt': 'c\n' },
      { 'b.txt': 'dirty\n' },
    );
    await write(root, { 'c.txt': 'staged\n' });
    await git(root, 'add', 'c.txt');
    await write(fork.path, { 'a.txt': edited(2, 'two'), 'new.txt': 'new\n' });
    const head = (await git(root, 'rev-parse', 'HEAD')).trim();
    const result = await team.apply({ path: fork.path, way: 'commit', message: 'Do two\n\nBecause.' }, null);
    expect(result.kind).toBe('merged');
    expect(await git(root, 'log', '-1', '--format=%P %an %B')).toBe(`${head} Person Do two\n\nBecause.\n\n`);
    expect(await git(root, 'show', '--name-status', '--format=', 'HEAD')).toBe('M\ta.txt\nA\tnew.txt\n');
    expect(await git(root, 'status', '--porcelain')).toBe(' M b.txt\nM  c.txt\n');
    expect(await read(root, 'b.txt')).toBe('dirty\n');
    expect(await git(root, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');

    expect((await team.undo(root, 'undo-1', { force: false })).kind).toBe('undone');
    expect((await git(root, 'rev-parse', 'HEAD')).trim()).toBe(head);
    expect(await git(root, 'status', '--porcelain')).toBe(' M b.txt\nM  c.txt\n');
    expect(await read(root, 'a.txt')).toBe(TEN);
  });

  it('is refused over staged edits of the same file, and during a rebase or merge', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two') });
    await write(root, { 'a.txt': edited(15, 'staged') });
    await git(root, 'add', 'a.txt');
    const choice = { path: fork.path, way: 'commit', consent: ['a.txt'] } as const;
    expect(await team.apply(choice, null)).toMatchObject({ kind: 'refused', plan: { readiness: { kind: 'blocked' } } });
    await git(root, 'reset', '--quiet', '--hard');
    await writeFile(join(root, '.git/MERGE_HEAD'), await git(root, 'rev-parse', 'HEAD'));
    const during = await team.preview(choice);
    expect(during.readiness).toMatchObject({ kind: 'blocked' });
    expect(during.readiness.kind === 'blocked' && during.readiness.message).toContain('merge');
  });

  it('cannot be undone once commits lie on top, and says what to do instead', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two') });
    await team.apply({ path: fork.path, way: 'commit' }, null);
    await write(root, { 'b.txt': 'later\n' });
    await commitAll(root, 'later');
    const before = await personsState(root);
    expect(await team.undo(root, 'undo-1', { force: true })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('git revert'),
    });
    expect(await personsState(root)).toEqual(before);
  });
});

describe('as the fork’s own commits', () => {
  it('replays them with their authors and messages on top of what the parent has by now', async () => {
    const { root, fork, team } = await makeFork(undefined, { 'dirty.txt': 'dirty\n' });
    await write(fork.path, { 'a.txt': edited(2, 'two') });
    await git(fork.path, 'add', 'a.txt');
    await git(fork.path, 'commit', '--quiet', '--author=Agent <agent@example.com>', '--message=First step');
    await write(fork.path, { 'b.txt': 'second\n' });
    await commitAll(fork.path, 'Second step');
    await write(fork.path, { 'left.txt': 'left\n' });
    await write(root, { 'a.txt': edited(15, 'fifteen') });
    await git(root, 'add', 'a.txt');
    await git(root, 'commit', '--quiet', '--message=Parent');
    const plan = await team.preview({ path: fork.path, way: 'commits' });
    expect(plan.commits.map(({ message }) => message)).toEqual(['First step', 'Second step']);
    expect(plan.notices.join()).toContain('left.txt');
    expect(await team.apply({ path: fork.path, way: 'commits' }, plan.planId)).toMatchObject({ kind: 'merged' });
    expect(await git(root, 'log', '-3', '--format=%an %s')).toBe(
      'Person Second step\nAgent First step\nPerson Parent\n',
    );
    expect(await git(root, 'status', '--porcelain')).toBe('?? dirty.txt\n');
    expect(await read(root, 'a.txt')).toBe(edited(15, 'fifteen', edited(2, 'two')));
    await team.undo(root, 'undo-1', { force: false });
    expect(await git(root, 'log', '-1', '--format=%s')).toBe('Parent\n');
    expect(await git(root, 'status', '--porcelain')).toBe('?? dirty.txt\n');
  });
});

describe('an undo', () => {
  it('keeps what was edited elsewhere since, and asks before it gives up edits in the same lines', async () => {
    const { root, fork, team } = await makeFork();
    await write(fork.path, { 'a.txt': edited(2, 'two') });
    await team.apply({ path: fork.path, way: 'changes' }, null);
    await write(root, { 'a.txt': edited(15, 'later', edited(2, 'two')) });
    expect((await team.undo(root, 'undo-1', { force: false })).kind).toBe('undone');
    expect(await read(root, 'a.txt')).toBe(edited(15, 'later'));

    await team.undo(root, 'undo-2', { force: false });
    await write(root, { 'a.txt': edited(15, 'later', edited(2, 'two, polished')) });
    expect(await team.undo(root, 'undo-1', { force: false })).toMatchObject({ kind: 'refused' });
    const forced = await team.undo(root, 'undo-1', { force: true });
    expect(await read(root, 'a.txt')).toBe(TEN);
    if (forced.kind !== 'undone') throw new Error('not undone');
    expect(await git(root, 'show', `${forced.redoRef}:a.txt`)).toContain('two, polished');
  });
});
