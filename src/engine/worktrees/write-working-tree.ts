import { parseLeftOver, parseUnwatchedPaths, type SkippedPath } from '../../core/worktree/index-entries.ts';
import { joinNul, splitNul } from '../../core/worktree/nul-fields.ts';
import { parseRawDiff, type RawChange, SUBMODULE_MODE } from '../../core/worktree/raw-diff.ts';
import type { Git } from './git.ts';
import { GitError, gitsWords } from './git-error.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { brokenFilters, withoutFilters } from './missing-filters.ts';
import type { IndexEnvironment } from './temporary-index.ts';

export interface WorkingTree {
  /** Tree id. */
  readonly tree: string;
  readonly skipped: readonly SkippedPath[];
}

export interface WorkingTreeOptions {
  /**
   * Paths that were copied into this worktree as ignored files. They stay out of the tree even when nothing ignores them
   * any more, unless the head holds them: local settings are never committed by us.
   */
  readonly leaveOut?: readonly string[] | undefined;
  /** The head's tree, when it is known: it spares a look when nothing differs. */
  readonly headTree?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the tree of a checkout as it is on disk now: staged, unstaged, untracked, deleted, with modes and symlinks;
 * ignored files are not in it. Works in a temporary index (see `withTemporaryIndex`). Paths go through as latin1, so
 * that names that are not UTF-8 come back to git unharmed. Throws `GitError`.
 */
export async function writeWorkingTree(
  git: Git,
  location: RepositoryLocation,
  indexEnvironment: IndexEnvironment,
  { leaveOut = [], headTree, signal }: WorkingTreeOptions = {},
): Promise<WorkingTree> {
  const { root } = location;
  let environment = indexEnvironment;
  const options = { environment, signal };
  await watchAllPaths(git, root, environment, signal);
  const addAll = ['-c', 'core.safecrlf=false', 'add', '--all', '--sparse', '--ignore-errors'];
  const adding = { ...options, exitCodes: [0, 1, 128] };
  let add = await git.run(root, addAll, adding);
  const broken = add.exitCode === 0 ? [] : await brokenFilters(git, root);
  if (broken.length > 0) {
    // git would ask the filter again in the commands that follow: they are all told to do without.
    environment = withoutFilters(environment, broken);
    options.environment = environment;
    add = await git.run(root, addAll, { ...adding, environment });
  }
  if (add.exitCode === 128) throw cannotRead(root, add.stderr);
  const leftOver = add.exitCode === 0 ? [] : await readLeftOver(git, root, environment, signal);
  // Every entry was just added or stood in the person's index: git need not look for each object again.
  const writeTree = async () => (await git.run(root, ['write-tree', '--missing-ok'], options)).stdout.trim();
  const whole = await writeTree();
  if (whole === headTree) return { tree: whole, skipped: leftOver };
  const { embedded, isChanged } = await dropUnwanted(git, root, environment, leaveOut, signal);
  return { tree: isChanged ? await writeTree() : whole, skipped: [...leftOver, ...embedded] };
}

function cannotRead(root: string, stderr: string): GitError {
  return new GitError(
    'failed',
    `git cannot read the files of ${root} as they are now: ${gitsWords(stderr)}. Run "git add --dry-run --all" there to see why.`,
    { args: ['add'], exitCode: 128, stderr },
  );
}

/** Clears the marks that hide a file's content from git, but not that of a file which a sparse checkout left out. */
async function watchAllPaths(
  git: Git,
  root: string,
  environment: IndexEnvironment,
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = { environment, signal, encoding: 'latin1' as const };
  const { stdout } = await git.run(root, ['ls-files', '-v', '-z'], options);
  const { assumeUnchanged, skipWorktree } = parseUnwatchedPaths(stdout);
  const clear = (flag: string, paths: readonly string[]) =>
    git.run(root, ['update-index', flag, '-z', '--stdin'], {
      ...options,
      input: Buffer.from(joinNul(paths), 'latin1'),
    });
  if (assumeUnchanged.length > 0) await clear('--no-assume-unchanged', assumeUnchanged);
  if (skipWorktree.length === 0) return;
  // In a sparse checkout git itself clears the mark of a file that is there: what is still marked was never written.
  // Anywhere else a marked file that is absent was removed by somebody.
  const sparse = await git.run(root, ['config', '--type=bool', '--get', 'core.sparseCheckout'], { exitCodes: 'any' });
  if (sparse.stdout.trim() === 'true') return;
  await clear('--no-skip-worktree', skipWorktree);
}

async function readLeftOver(
  git: Git,
  root: string,
  environment: IndexEnvironment,
  signal: AbortSignal | undefined,
): Promise<SkippedPath[]> {
  const args = ['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'];
  const { stdout } = await git.run(root, args, { environment, signal });
  return parseLeftOver(stdout);
}

/**
 * A repository inside the checkout would be recorded as a submodule without content. It is taken out again, so that the
 * fork does not hold an empty folder that git guards; one that the person staged is kept.
 */
async function dropUnwanted(
  git: Git,
  root: string,
  environment: IndexEnvironment,
  leaveOut: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ embedded: SkippedPath[]; isChanged: boolean }> {
  const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--ignore-submodules=none', 'HEAD'];
  const { stdout } = await git.run(root, args, { environment, signal, encoding: 'latin1' });
  const changes = parseRawDiff(stdout);
  const copied = new Set(leaveOut.map((path) => Buffer.from(path).toString('latin1')));
  const local = changes.filter((change) => change.status === 'added' && copied.has(change.path));
  const repositories = changes.filter(
    (change) => change.newMode === SUBMODULE_MODE && change.oldMode !== SUBMODULE_MODE,
  );
  const embedded = await unstaged(git, root, pathsOf(repositories), signal);
  const dropped = [...pathsOf(local), ...embedded];
  if (dropped.length > 0) {
    await git.run(root, ['update-index', '--force-remove', '-z', '--stdin'], {
      environment,
      signal,
      input: Buffer.from(joinNul(dropped), 'latin1'),
    });
  }
  const skipped = embedded.map((path): SkippedPath => ({ path: fromLatin1(path), reason: 'embedded-repository' }));
  return { embedded: skipped, isChanged: dropped.length > 0 };
}

function pathsOf(changes: readonly RawChange[]): string[] {
  return changes.map((change) => change.path);
}

/** Those of the paths that the checkout's own index does not hold. */
async function unstaged(
  git: Git,
  root: string,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  if (paths.length === 0) return [];
  const { stdout } = await git.run(root, ['ls-files', '-z', '--', ...paths.map(fromLatin1)], {
    signal,
    encoding: 'latin1',
  });
  const staged = new Set(splitNul(stdout));
  return paths.filter((path) => !staged.has(path));
}

function fromLatin1(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}
