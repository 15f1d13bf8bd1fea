import { parseFileChanges, type WorktreeChanges } from '../../core/worktree/file-changes.ts';
import type { SkippedPath } from '../../core/worktree/index-entries.ts';
import type { Git } from './git.ts';
import type { LiveTrees } from './live/live-trees.ts';
import { locateWorktree } from './locate-repository.ts';
import { type IndexEnvironment, withTemporaryIndex } from './temporary-index.ts';
import { writeWorkingTree } from './write-working-tree.ts';

/** A worktree's tree as it is on disk now, while its objects can be read. */
export interface LiveTree {
  readonly root: string;
  readonly tree: string;
  readonly skipped: readonly SkippedPath[];
  /** Pass it to every git command that reads the tree. */
  readonly environment: IndexEnvironment;
}

export interface LiveTreeOptions {
  /** Ignored files that were copied into this worktree; see `writeWorkingTree`. */
  readonly copied?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Lends the current tree of a worktree. Neither its index nor the repository's objects are written. */
export async function withLiveTree<T>(
  git: Git,
  path: string,
  { copied, signal }: LiveTreeOptions,
  use: (live: LiveTree) => Promise<T>,
): Promise<T> {
  const location = await locateWorktree(git, path);
  return withTemporaryIndex(git, location, 'temporary', async (environment) => {
    const { tree, skipped } = await writeWorkingTree(git, location, environment, { leaveOut: copied, signal });
    return use({ root: location.root, tree, skipped, environment });
  });
}

/** What a tree changed, and its id: a changed tree may have the same counts. */
export interface TreeChanges extends WorktreeChanges {
  readonly tree: string;
}

/**
 * What a worktree changed since its base commit: commits, staged, unstaged and untracked files as one difference. One
 * count of a repository runs at a time. Throws `GitError`, also when the folder is no worktree of its own any more.
 */
export function worktreeChanges(
  git: Git,
  live: LiveTrees,
  path: string,
  baseCommit: string,
  { copied = [], signal }: LiveTreeOptions = {},
): Promise<TreeChanges> {
  return live.inTurn(async ({ reader, environment }) => {
    reader.forgetPlace(path);
    const tree = await reader.read(path, copied, signal);
    const args = ['diff-tree', '-r', '--find-renames', '--raw', '--numstat', '-z', baseCommit, tree];
    const { stdout } = await git.run(path, args, { environment, signal });
    return { ...parseFileChanges(stdout), tree };
  });
}
