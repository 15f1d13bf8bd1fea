import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { MergeWay } from '../../../core/worktree/merge-plan.ts';
import { LiveRepositories } from '../live/live-trees.ts';
import { files } from '../testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, testGit, write } from '../testing/test-repository.ts';
import { WorktreeTeam } from '../worktree-team.ts';

const FILE = { thing: 'a file\n' };
const FOLDER = { 'thing/one': '1\n', 'thing/ü/two': '2\n', 'thing.file': 'taken\n' };

/** The parent and a fork of it; each gets its own files after the fork. */
async function makeBoth(parent: Record<string, string>, fork: Record<string, string>, base: Record<string, string>) {
  const { folder, root } = await makeRepository({ 'a.txt': 'a\n', ...base });
  await git(root, 'config', 'user.name', 'Person');
  await git(root, 'config', 'user.email', 'person@example.com');
  const service = makeService(folder);
  const { path } = await service.create(root, 'f');
  for (const [place, own] of [[root, parent] as const, [path, fork] as const]) {
    for (const name of Object.keys(base)) await rm(join(place, name), { recursive: true });
    await write(place, own);
  }
  let count = 0;
  const ids = () => `undo-${++count}`;
  const live = new LiveRepositories(testGit);
  const team = new WorktreeTeam({ git: testGit, live, clock: () => Date.UTC(2026, 0, 2), ids });
  onTestFinished(() => team.close());
  return { root, path, team };
}

/** What is on disk below the name, and the free one beside it. */
async function things(root: string): Promise<readonly string[]> {
  return Object.keys(await files(root))
    .filter((path) => path.startsWith('thing'))
    .sort();
}

const WHOLE = ['thing.file', 'thing/one', 'thing/ü/two'];

describe.each([
  { name: 'a file here, a folder in the fork', parent: FILE, fork: FOLDER, file: 'ours' as const },
  { name: 'a folder here, a file in the fork', parent: FOLDER, fork: FILE, file: 'theirs' as const },
])('$name', ({ parent, fork, file }) => {
  const other = file === 'ours' ? 'theirs' : 'ours';
  it.each<{ take: 'ours' | 'theirs' | 'both'; left: readonly string[] }>([
    { take: file, left: ['thing', 'thing.file'] },
    { take: other, left: WHOLE },
    { take: 'both', left: ['thing.file', 'thing.file-2', 'thing/one', 'thing/ü/two'] },
  ])('is one conflict, and settled by $take as a change that can be undone', async ({ take, left }) => {
    // Something else to merge, or taking the parent's side would leave nothing.
    const { root, path, team } = await makeBoth(parent, { ...fork, 'more.txt': 'm\n' }, {});
    const open = await team.preview({ path, way: 'changes' });
    expect(open.readiness.kind).toBe('conflicts');
    expect(open.conflicts).toMatchObject([
      { path: 'thing', kind: 'file/directory', [file]: { text: 'a file\n' }, [other]: null, isResolved: false },
    ]);
    expect(open.conflicts[0]?.typeCollision).toEqual({ file, freeName: 'thing.file-2' });
    const before = await files(root);
    const merge = {
      path,
      way: 'changes' as const,
      resolutions: [{ path: 'thing', take } as const],
      consent: ['thing', ...WHOLE],
    };
    expect((await team.apply(merge, null)).kind).toBe('merged');
    expect(await things(root)).toEqual(left);
    await team.undo(root, 'undo-1', { force: false });
    expect(await files(root)).toEqual(before);
  });

  it('is settled in one commit too, and by nothing else than these three', async () => {
    const { root, path, team } = await makeBoth(parent, fork, {});
    await commitAll(root, 'the parent’s');
    const way: MergeWay = 'commit';
    for (const take of ['delete', 'text'] as const) {
      const resolution = take === 'text' ? { path: 'thing', take, text: 'x' } : { path: 'thing', take };
      const plan = await team.preview({ path, way, message: 'm', resolutions: [resolution] });
      expect(plan.readiness.kind).toBe('conflicts');
    }
    const resolutions = [{ path: 'thing', take: 'both' as const }];
    expect((await team.apply({ path, way, message: 'm', resolutions }, null)).kind).toBe('merged');
    const names = await git(root, '-c', 'core.quotePath=false', 'ls-tree', '-r', '--name-only', 'HEAD');
    expect(names.trim().split('\n')).toEqual(['a.txt', 'thing.file', 'thing.file-2', 'thing/one', 'thing/ü/two']);
    expect(await git(root, 'status', '--porcelain')).toBe('');
  });
});

it('where the file was there before and one side changed it while the other made it a folder', async () => {
  const { root, path, team } = await makeBoth({ thing: 'changed\n' }, { 'thing/one': '1\n' }, { thing: 'base\n' });
  const open = await team.preview({ path, way: 'changes' });
  expect(open.conflicts).toMatchObject([{ path: 'thing', base: { text: 'base\n' }, ours: { text: 'changed\n' } }]);
  const merge = { path, way: 'changes' as const, resolutions: [{ path: 'thing', take: 'theirs' as const }] };
  expect((await team.apply({ ...merge, consent: ['thing', 'thing/one'] }, null)).kind).toBe('merged');
  expect(await things(root)).toEqual(['thing/one']);
});
