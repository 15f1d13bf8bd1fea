import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commitAll, git, makeRepository, makeService, testGit } from '../testing/test-repository.ts';
import { CollisionKeeper, type MatrixSide } from './collision-matrix.ts';

/** The same numbers on every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const text = (name: string) => Array.from({ length: 12 }, (_, line) => `${name} ${line}\n`).join('');
const FILES = ['a', 'b', 'dir/c', 'dir/d', 'dir/deep/e', 'f'];

/** A few edits, removals, renames, new files, and files that take a folder's place. */
async function changeAtRandom(root: string, random: (below: number) => number): Promise<void> {
  for (let count = 1 + random(3); count > 0; count--) {
    const path = join(root, FILES[random(FILES.length)] ?? '');
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    const kind = random(6);
    if (kind === 0 && isFile) await rm(path);
    else if (kind === 1 && isFile) await rename(path, join(root, `moved-${random(3)}`));
    else if (kind === 2) await writeFile(join(root, `new-${random(2)}`), `${random(3)}\n`);
    else if (kind === 3 && random(3) === 0) {
      await rm(join(root, 'dir'), { recursive: true, force: true });
      await writeFile(join(root, 'dir'), 'a file now\n');
    } else if (isFile) {
      const lines = text(path.slice(root.length)).split('\n');
      lines[random(12)] = `edited ${random(4)}`;
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, lines.join('\n'));
    }
  }
}

/** What plain git says about merging two commits: exit code 1 is a conflict. */
async function conflictsInGit(root: string, one: string, other: string): Promise<boolean> {
  const asked = await testGit.run(root, ['merge-tree', '--write-tree', one, other], { exitCodes: [0, 1] });
  return asked.exitCode === 1;
}

it('finds exactly those pairs in conflict that plain git finds, whichever it did not need to merge', async () => {
  for (const seed of [1, 2, 3]) {
    const random = randomNumbers(seed);
    const { folder, root } = await makeRepository(Object.fromEntries(FILES.map((name) => [name, text(`/${name}`)])));
    const service = makeService(folder);
    const sides: MatrixSide[] = [];
    for (let number = 0; number < 6; number++) {
      const { path, baseCommit } = await service.create(root, `fork ${number}`);
      sides.push({ id: `${number}`, name: '', path, baseCommit, parent: 'root', copied: [], createdAt: number });
      await changeAtRandom(path, random);
    }
    const keeper = new CollisionKeeper(testGit, { commonDir: join(root, '.git') });
    onTestFinished(() => keeper.close());
    const compareWithGit = async (changed: ReadonlySet<string> | null) => {
      const { pairs } = await keeper.compute(sides, changed);
      // Only after the matrix: it has to read uncommitted work.
      const commits = new Map<string, string>();
      for (const { id, path } of sides) commits.set(id, await commitAll(path, 'now'));
      const found: Record<string, boolean> = {};
      const plain: Record<string, boolean> = {};
      for (const { one, other, level } of pairs) {
        found[`${one} ${other}`] = level === 'hot';
        plain[`${one} ${other}`] = await conflictsInGit(root, commits.get(one) ?? '', commits.get(other) ?? '');
      }
      expect(Object.keys(found)).toHaveLength(15);
      expect(found).toEqual(plain);
    };
    await compareWithGit(null);
    await changeAtRandom(sides[2]?.path ?? '', random);
    await compareWithGit(new Set(['2']));
    expect(await readdir(join(root, '.git/worktrees'))).toHaveLength(6);
    expect(await git(root, 'status', '--porcelain')).toBe('');
  }
}, 120_000);
