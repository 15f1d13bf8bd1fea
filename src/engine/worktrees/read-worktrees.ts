import { realpath } from 'node:fs/promises';
import { parseWorktreeList, type WorktreeEntry } from '../../core/worktree/worktree-list.ts';
import type { Git } from './git.ts';

/** git's own register, main worktree first. Throws `GitError`; a failure is never an empty list. `folder` may be the common git directory. */
export async function readWorktrees(git: Git, folder: string, signal?: AbortSignal): Promise<WorktreeEntry[]> {
  const { stdout } = await git.run(folder, ['worktree', 'list', '--porcelain', '-z'], { signal });
  return parseWorktreeList(stdout);
}

/** The entry of a folder, symlinks resolved on both sides; undefined when git does not know it. */
export async function findWorktree(
  entries: readonly WorktreeEntry[],
  path: string,
): Promise<WorktreeEntry | undefined> {
  // git prints resolved paths, so a look at the disk is rarely needed.
  const same = entries.find((entry) => entry.path === path);
  if (same !== undefined) return same;
  const wanted = await realOrSame(path);
  for (const entry of entries) {
    if ((await realOrSame(entry.path)) === wanted) return entry;
  }
  return undefined;
}

/** The real path; the path itself when the folder is gone. */
export function realOrSame(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
