import { dirname } from 'node:path';
import type { WorktreeRecord } from '../../core/worktree/worktree-record.ts';
import type { Git } from './git.ts';
import { isInside } from './is-inside.ts';
import { isThere } from './is-there.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { type LockState, lockState } from './lock-holder.ts';
import { findWorktree, readWorktrees, realOrSame } from './read-worktrees.ts';
import { type RecordProblem, readRecord, readRecords } from './records.ts';

/** One worktree as git, our record and the disk tell it. They may disagree; nothing is repaired here. */
export interface ListedWorktree {
  readonly path: string;
  /** `main`: the repository's own checkout. `fork`: made by Forkscope. `other`: made by someone else. */
  readonly kind: 'main' | 'fork' | 'other';
  readonly isRegistered: boolean;
  readonly isFolderThere: boolean;
  readonly head: string | null;
  readonly gitBranch: string | null;
  readonly lock: LockState;
  /** Null for worktrees that Forkscope did not make. */
  readonly record: WorktreeRecord | null;
  /** True for those of a Forkscope with another data folder: looked at, never removed unasked. */
  readonly isElsewhere: boolean;
}

export interface WorktreeListing {
  readonly worktrees: readonly ListedWorktree[];
  readonly problems: readonly RecordProblem[];
}

/**
 * Joins git's register with the records in `directory`, which lies in the folder of all our worktrees. Throws
 * `GitError`: a failed look is never an empty list.
 */
export async function listWorktrees(
  git: Git,
  location: RepositoryLocation,
  directory: string,
  signal?: AbortSignal,
): Promise<WorktreeListing> {
  const entries = await readWorktrees(git, location.commonDir, signal);
  const { records, problems } = await readRecords(directory);
  const recordOf = new Map<unknown, WorktreeRecord>();
  const unregistered: WorktreeRecord[] = [];
  for (const record of records) {
    const entry = await findWorktree(entries, record.path);
    if (entry === undefined) unregistered.push(record);
    else recordOf.set(entry, record);
  }
  const ours = await realOrSame(dirname(directory));
  const registered = entries.map(async (entry, index): Promise<ListedWorktree> => {
    // Of a repository that was moved, the notes lie in the folder of its old name.
    const noted = recordOf.get(entry);
    const record = noted ?? (index === 0 ? null : await readRecord(entry.path));
    return {
      path: entry.path,
      kind: index === 0 ? 'main' : record === null ? 'other' : 'fork',
      isRegistered: true,
      isFolderThere: await isThere(entry.path),
      head: entry.head,
      gitBranch: entry.gitBranch,
      lock: lockState(entry.lockReason),
      record,
      isElsewhere: noted === undefined && record !== null && !isInside(await realOrSame(entry.path), ours),
    };
  });
  const orphans = unregistered.map(async (record): Promise<ListedWorktree> => {
    return {
      path: record.path,
      kind: 'fork',
      isRegistered: false,
      isFolderThere: await isThere(record.path),
      head: null,
      gitBranch: record.gitBranch,
      lock: { kind: 'free' },
      record,
      isElsewhere: false,
    };
  });
  return { worktrees: await Promise.all([...registered, ...orphans]), problems };
}
