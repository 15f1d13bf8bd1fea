import type { Git } from './git.ts';
import { type PatchOptions, readPatch } from './read-patch.ts';
import { type LiveTreeOptions, withLiveTree } from './worktree-changes.ts';

export interface DiffOptions extends LiveTreeOptions, PatchOptions {
  /** Bytes of patch text before it counts as too much. */
  readonly maxOutput?: number;
}

/** The same difference as `worktreeChanges`, as a unified patch for reading. Throws `GitError`; see `readPatch`. */
export function worktreeDiff(git: Git, path: string, baseCommit: string, options: DiffOptions = {}): Promise<string> {
  const { maxOutput, signal } = options;
  return withLiveTree(git, path, options, ({ root, tree, environment }) =>
    readPatch(git, root, [baseCommit, tree], options, {
      environment,
      signal,
      ...(maxOutput === undefined ? {} : { maxOutput }),
    }),
  );
}
