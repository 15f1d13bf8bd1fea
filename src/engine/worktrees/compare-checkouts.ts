import { parseFileChanges, type WorktreeChanges } from '../../core/worktree/file-changes.ts';
import { ScratchObjects } from './collide/scratch-objects.ts';
import type { Git } from './git.ts';
import { locateWorktree, type SharedRepository } from './locate-repository.ts';
import { withTemporaryIndex } from './temporary-index.ts';
import { writeWorkingTree } from './write-working-tree.ts';

/** A checkout and the local settings that stay out of it. */
export interface ComparedCheckout {
  readonly path: string;
  readonly copied: readonly string[];
}

export interface CompareOptions {
  /** One file, by its path. Default: all. */
  readonly file?: string | undefined;
  /** Leaves out of the patch what differs in white space only. */
  readonly ignoreSpace?: boolean | undefined;
  /** Bytes of patch text before it counts as too much. */
  readonly maxOutput?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Comparison extends WorktreeChanges {
  /** From the first checkout to the second. */
  readonly patch: string;
}

/** How two checkouts of a repository differ as they are now, uncommitted and untracked files included. Throws `GitError`. */
export async function compareCheckouts(
  git: Git,
  repository: SharedRepository,
  from: ComparedCheckout,
  to: ComparedCheckout,
  { file, ignoreSpace = false, maxOutput, signal }: CompareOptions = {},
): Promise<Comparison> {
  const scratch = await ScratchObjects.open(repository);
  try {
    const treeOf = async ({ path, copied }: ComparedCheckout) => {
      const location = await locateWorktree(git, path);
      const { tree } = await withTemporaryIndex(git, location, { objects: scratch.folder }, (environment) =>
        writeWorkingTree(git, location, environment, { leaveOut: copied, signal }),
      );
      return tree;
    };
    const trees = [await treeOf(from), await treeOf(to)];
    const only = file === undefined ? [] : ['--', file];
    const run = (...flags: string[]) =>
      git.run(repository.commonDir, ['diff-tree', '-r', '--find-renames', ...flags, ...trees, ...only], {
        environment: scratch.environment,
        signal,
        ...(maxOutput === undefined ? {} : { maxOutput }),
      });
    const counted = await run('--raw', '--numstat', '-z');
    const patch = await run('--patch', '--full-index', ...(ignoreSpace ? ['--ignore-all-space'] : []));
    return { ...parseFileChanges(counted.stdout), patch: patch.stdout };
  } finally {
    await scratch.close();
  }
}
