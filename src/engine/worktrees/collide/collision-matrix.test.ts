import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ForkWorktree } from '../furnish-worktree.ts';
import { personsState } from '../testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, testGit, write } from '../testing/test-repository.ts';
import { CollisionKeeper, type MatrixSide } from './collision-matrix.ts';

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join('');

function edited(line: number, text: string): string {
  return TEN.replace(`line ${line}\n`, `${text}\n`);
}

async function makeForks(names: readonly string[], files: Record<string, string> = { 'a.txt': TEN, 'b.txt': TEN }) {
  const { folder, root } = await makeRepository(files);
  const service = makeService(folder);
  const forks: Record<string, ForkWorktree> = {};
  for (const name of names) forks[name] = await service.create(root, name);
  const keeper = new CollisionKeeper(testGit, { commonDir: join(root, '.git') });
  onTestFinished(() => keeper.close());
  const parent = sideOf('root', root, null, null, 0);
  const sides = () => [
    parent,
    ...Object.entries(forks).map(([id, fork], at) => sideOf(id, fork.path, fork.baseCommit, 'root', at)),
  ];
  const path = (name: string) => forks[name]?.path ?? '';
  return { folder, root, service, forks, path, keeper, sides };
}

function sideOf(
  id: string,
  path: string,
  baseCommit: string | null,
  parent: string | null,
  createdAt: number,
): MatrixSide {
  return { id, name: id, path, baseCommit, parent, copied: [], createdAt };
}

describe('the matrix', () => {
  it('tells clean, soft and hot apart, with the lines in conflict, uncommitted and untracked work included', async () => {
    const { root, path, keeper, sides } = await makeForks(['x', 'y', 'z']);
    await write(path('x'), { 'a.txt': edited(2, 'two by x'), 'new by x': '1\n' });
    await write(path('y'), { 'a.txt': edited(2, 'two by y') });
    await commitAll(path('y'), 'y');
    await write(path('z'), { 'a.txt': edited(9, 'nine by z') });
    await write(root, { 'b.txt': edited(1, 'one by the parent') });
    const before = await personsState(root);
    const { pairs, computedPairs } = await keeper.compute(sides(), null);
    const level = Object.fromEntries(pairs.map((pair) => [`${pair.one} ${pair.other}`, pair.level]));
    expect(level).toEqual({
      'root x': 'clean',
      'root y': 'clean',
      'root z': 'clean',
      'x y': 'hot',
      'x z': 'soft',
      'y z': 'soft',
    });
    expect(computedPairs).toBe(6);
    expect(pairs.find((pair) => pair.one === 'x' && pair.other === 'y')?.files).toEqual([
      {
        path: 'a.txt',
        level: 'hot',
        kind: 'contents',
        hunks: [{ line: 2, oursLine: 2, theirsLine: 2, ours: ['two by x'], base: ['line 2'], theirs: ['two by y'] }],
      },
    ]);
    expect(await personsState(root)).toEqual(before);
  });

  it('names the lines of each side in its own file, whatever the other side added above', async () => {
    const { path, keeper, sides } = await makeForks(['x', 'y']);
    const [byX, byY] = [`new\nlines\n${edited(9, 'nine by x')}`, edited(9, 'nine by y')];
    await write(path('x'), { 'a.txt': byX });
    await write(path('y'), { 'a.txt': byY });
    const { pairs } = await keeper.compute(sides(), null);
    const [hunk] = pairs.find(({ one, other }) => one === 'x' && other === 'y')?.files[0]?.hunks ?? [];
    expect(hunk?.oursLine).toBe(byX.split('\n').indexOf('nine by x') + 1);
    expect(hunk?.theirsLine).toBe(byY.split('\n').indexOf('nine by y') + 1);
  });

  it('does not grow the repository by looking', async () => {
    const { root, path, keeper, sides } = await makeForks(['x', 'y']);
    await write(path('x'), { 'a.txt': edited(2, 'x') });
    await write(path('y'), { 'a.txt': edited(2, 'y') });
    const objects = async () => (await readdir(join(root, '.git/objects'), { recursive: true })).sort();
    const before = await objects();
    expect((await keeper.compute(sides(), null)).pairs.at(-1)?.level).toBe('hot');
    expect(await objects()).toEqual(before);
  });

  it('counts the parent’s edits against the fork that touches the same lines, not between two forks', async () => {
    const { root, service, path, forks, keeper, sides } = await makeForks(['x']);
    await write(path('x'), { 'a.txt': edited(2, 'two by x') });
    await write(root, { 'a.txt': edited(2, 'two by the parent') });
    // Starts from the parent's new edit, and touches another file.
    forks.later = await service.create(root, 'later');
    await write(path('later'), { 'b.txt': edited(5, 'five') });
    const { pairs } = await keeper.compute(sides(), null);
    const level = Object.fromEntries(pairs.map((pair) => [`${pair.one} ${pair.other}`, pair.level]));
    expect(level).toEqual({ 'root x': 'hot', 'root later': 'clean', 'x later': 'clean' });
  });

  it('knows conflicts that have no lines: deleted here and edited there, added twice, a file where a folder is', async () => {
    const { path, keeper, sides } = await makeForks(['x', 'y', 'z']);
    await rm(join(path('x'), 'a.txt'));
    await write(path('x'), { 'new/file': 'x\n', 'ü — 1.md': 'x\n' });
    await write(path('y'), { 'a.txt': edited(3, 'y'), 'ü — 1.md': 'y\n' });
    await write(path('z'), { new: 'z\n' });
    const { pairs } = await keeper.compute(sides(), null);
    const files = (one: string, other: string) =>
      pairs.find((pair) => pair.one === one && pair.other === other)?.files.map(({ path: at, kind }) => [at, kind]);
    expect(files('x', 'y')).toEqual([
      ['a.txt', 'modify/delete'],
      ['ü — 1.md', 'add/add'],
    ]);
    expect(files('x', 'z')?.map(([, kind]) => kind)).toContain('file/directory');
    expect(files('y', 'z')).toEqual([]);
  });

  it('merges only the pairs that a change touched again', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { path, keeper, sides } = await makeForks(names);
    for (const name of names) await write(path(name), { [`${name}.txt`]: 'x\n' });
    expect((await keeper.compute(sides(), null)).computedPairs).toBe(10);
    expect((await keeper.compute(sides(), null)).computedPairs).toBe(0);
    await write(path('b'), { 'a.txt': edited(1, 'b') });
    const again = await keeper.compute(sides(), new Set(['b']));
    expect(again.computedPairs).toBe(4);
    const hot = again.pairs.filter((pair) => pair.level === 'hot').map(({ one, other }) => `${one} ${other}`);
    expect(hot).toEqual(['a b']);
  });

  it('says which worktree it could not read, and goes on with the others', async () => {
    const { path, keeper, sides } = await makeForks(['x', 'y', 'z']);
    await rm(join(path('y'), '.git'));
    const matrix = await keeper.compute(sides(), null);
    expect(matrix.sides.find((side) => side.id === 'y')?.problem).toMatch(/worktree/);
    expect(matrix.pairs.map(({ one, other }) => `${one} ${other}`)).toEqual(['root x', 'root z', 'x z']);
  });

  it('proposes an order in which as many as possible go in without a conflict', async () => {
    const { path, keeper, sides } = await makeForks(['hub', 'left', 'right']);
    await write(path('hub'), { 'a.txt': edited(2, 'hub').replace('line 8\n', 'hub\n') });
    await write(path('left'), { 'a.txt': edited(2, 'left') });
    await write(path('right'), { 'a.txt': edited(8, 'right') });
    const { order } = await keeper.compute(sides(), null);
    expect(order.map(({ id, isClean }) => [id, isClean])).toEqual([
      ['left', true],
      ['right', true],
      ['hub', false],
    ]);
    expect(order[2]?.reason).toContain('a.txt');
  });

  it('reads names that are not UTF-8', async () => {
    const { root, path, keeper, sides } = await makeForks(['x', 'y']);
    expect(await git(root, 'status', '--porcelain')).toBe('');
    const name = Buffer.from([0x66, 0xff, 0x2e]);
    for (const fork of ['x', 'y']) await writeFile(Buffer.concat([Buffer.from(`${path(fork)}/`), name]), `${fork}\n`);
    const { pairs } = await keeper.compute(sides(), null);
    const hot = pairs.find((pair) => pair.one === 'x' && pair.other === 'y');
    expect(hot?.files).toMatchObject([{ path: 'f\uFFFD.', kind: 'add/add', hunks: [{ ours: ['x'], theirs: ['y'] }] }]);
  });
});
