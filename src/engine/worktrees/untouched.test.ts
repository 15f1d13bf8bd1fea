import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { files, personsState } from './testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService } from './testing/test-repository.ts';

/** One thing that a person may do in a checkout. Numbers choose among the paths. */
type Step =
  | {
      readonly do: 'write' | 'delete' | 'stage' | 'intend' | 'assume' | 'skip' | 'execute' | 'link';
      readonly at: number;
    }
  | { readonly do: 'rename'; readonly at: number; readonly to: number }
  | { readonly do: 'stash' | 'commit' | 'conflict' | 'detach' | 'ignored' | 'embed' };

const PATHS = ['a', 'b.txt', 'dir/c', 'dir/d e', 'dir/ü/f', '-dash', 'line\nbreak', 'Groß', ':(top)x', 'deep/er/g'];
const at = fc.nat(PATHS.length - 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('write' as const, 'delete' as const, 'stage' as const), at }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('intend' as const, 'assume' as const, 'skip' as const, 'execute' as const, 'link' as const),
      at,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), at, to: at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'stash' as const,
        'commit' as const,
        'conflict' as const,
        'detach' as const,
        'ignored' as const,
        'embed' as const,
      ),
    }),
  },
);

/** Does a step if the state allows it: git's own refusals only make other states. */
async function perform(root: string, step: Step, index: number): Promise<void> {
  const path = 'at' in step ? (PATHS[step.at] ?? 'a') : 'a';
  const file = join(root, path);
  const tryGit = (...args: string[]) => git(root, ...args).catch(() => '');
  switch (step.do) {
    case 'write':
      await mkdir(dirname(file), { recursive: true });
      return writeFile(file, `content ${index}\n`).catch(() => undefined);
    case 'delete':
      return rm(file, { force: true });
    case 'execute':
      return chmod(file, 0o755).catch(() => undefined);
    case 'link':
      await rm(file, { force: true });
      await mkdir(dirname(file), { recursive: true });
      return symlink(`target ${index}`, file);
    case 'rename':
      return rename(file, join(root, PATHS[step.to] ?? 'a')).catch(() => undefined);
    case 'stage':
      return void (await tryGit('--literal-pathspecs', 'add', '--', path));
    case 'intend':
      return void (await tryGit('--literal-pathspecs', 'add', '--intent-to-add', '--', path));
    case 'assume':
      return void (await tryGit('update-index', '--assume-unchanged', '--', path));
    case 'skip':
      return void (await tryGit('update-index', '--skip-worktree', '--', path));
    case 'stash':
      return void (await tryGit('stash', 'push', '--include-untracked'));
    case 'commit':
      return void (await tryGit('commit', '--quiet', '--all', '--message', `commit ${index}`));
    case 'detach':
      return void (await tryGit('switch', '--quiet', '--detach'));
    case 'conflict':
      return void (await tryGit('merge', 'other'));
    case 'ignored':
      await mkdir(join(root, 'ignored'), { recursive: true });
      return writeFile(join(root, 'ignored', 'file'), `${index}`);
    case 'embed':
      await mkdir(join(root, 'embedded'), { recursive: true });
      await writeFile(join(root, 'embedded', 'file'), `${index}`);
      return void (await git(join(root, 'embedded'), 'init', '--quiet'));
  }
}

/** States per test run; each costs about 50 git commands. */
const RUNS = 15;

async function makeDirtyRepository(steps: readonly Step[]) {
  const made = await makeRepository({
    a: 'a\n',
    'b.txt': 'b\n',
    'dir/c': 'c\n',
    'dir/d e': 'd\n',
    '.gitignore': 'ignored/\n',
  });
  await git(made.root, 'switch', '--quiet', '--create', 'other');
  await writeFile(join(made.root, 'a'), 'of the other\n');
  await commitAll(made.root, 'other');
  await git(made.root, 'switch', '--quiet', 'main');
  await writeFile(join(made.root, 'a'), 'of main\n');
  await commitAll(made.root, 'main');
  for (const [index, step] of steps.entries()) await perform(made.root, step, index);
  return made;
}

it('snapshots, creation, work in the fork and discard change no byte of the checkout, from any state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const { folder, root } = await makeDirtyRepository(steps);
      const service = makeService(folder);
      const status = () =>
        git(root, '--no-optional-locks', 'status', '--porcelain=v2', '--branch', '--show-stash', '-z');
      const before = { state: await personsState(root), status: await status() };

      const fork = await service.create(root, 'a');
      const isCarried = ([path]: [string, string]) => !path.startsWith('ignored/') && !path.startsWith('embedded/');
      const carried = Object.fromEntries(Object.entries(await files(root)).filter(isCarried));
      expect(await files(fork.path)).toEqual(carried);
      expect(await service.changes(fork.path)).toMatchObject({ files: [], added: 0, removed: 0 });

      await writeFile(join(fork.path, 'of the fork'), 'x\n');
      expect((await service.changes(fork.path)).files.map((file) => file.path)).toEqual(['of the fork']);
      const inFork = async () => [await git(fork.path, 'rev-parse', 'HEAD'), await git(fork.path, 'diff', '--cached')];
      const stagedBefore = await inFork();
      const kept = await service.keepSnapshot(fork.path, 'session/a', null);
      expect(await service.pastDiff(root, { before: fork.baseCommit, after: kept })).toContain('of the fork');
      expect(await inFork()).toEqual(stagedBefore);
      await service.release(fork.path);
      const end = await service.discard(fork.path, { confirmed: true });
      expect(end).toMatchObject({ kind: 'discarded', backupRef: 'refs/forkscope/backup/a' });
      expect({ state: await personsState(root), status: await status() }).toEqual(before);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 15_000 },
  );
}, 60_000);
