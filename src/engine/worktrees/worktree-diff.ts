import { parseRawDiff } from '../../core/worktree/raw-diff.ts';
import type { Git } from './git.ts';
import { type LiveTree, type LiveTreeOptions, withLiveTree } from './worktree-changes.ts';

export interface DiffOptions extends LiveTreeOptions {
  /** One file, by its path in the worktree now (or by its last path, when it was deleted). Default: all. */
  readonly file?: string | undefined;
  /** Leaves out what differs in white space only. */
  readonly ignoreSpace?: boolean | undefined;
  /** Bytes of patch text before it counts as too much. */
  readonly maxOutput?: number;
}

/**
 * The same difference as `worktreeChanges`, as a unified patch. Bytes that are not UTF-8 are shown as U+FFFD: it is for
 * reading. Throws `GitError`, with the code `too-much-output` past the limit.
 */
export function worktreeDiff(git: Git, path: string, baseCommit: string, options: DiffOptions = {}): Promise<string> {
  const { file, ignoreSpace = false, maxOutput, signal } = options;
  return withLiveTree(git, path, options, async (live) => {
    const paths = file === undefined ? [] : ['--', ...(await bothPaths(git, live, baseCommit, file))];
    const how = ['--find-renames', '--patch', '--full-index', ...(ignoreSpace ? ['--ignore-all-space'] : [])];
    const args = ['diff-tree', '-r', ...how, baseCommit, live.tree, ...paths];
    const limit = maxOutput === undefined ? {} : { maxOutput };
    const { stdout } = await git.run(live.root, args, { environment: live.environment, signal, ...limit });
    return stdout;
  });
}

/** A renamed file's patch needs both of its paths, or it reads as a new file. */
async function bothPaths(git: Git, live: LiveTree, baseCommit: string, file: string): Promise<string[]> {
  const args = ['diff-tree', '-r', '--find-renames', '--raw', '-z', baseCommit, live.tree];
  const { stdout } = await git.run(live.root, args, { environment: live.environment });
  const change = parseRawDiff(stdout).find((candidate) => candidate.path === file);
  return change?.from === undefined ? [file] : [change.from, file];
}
