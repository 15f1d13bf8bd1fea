import { baseRef } from '../../core/worktree/worktree-record.ts';
import type { ForkRequest } from './create-fork.ts';
import { type ForkWorktree, furnishWorktree } from './furnish-worktree.ts';
import type { Git } from './git.ts';
import { removeWorktree } from './remove-worktree.ts';
import { restoreWorktree } from './restore-worktree.ts';
import { createRef, deleteRef } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';

export interface RestoreForkRequest extends Omit<ForkRequest, 'name'> {
  /** A ref under refs/forkscope/backup, or the name after it. */
  readonly backup: string;
}

/** Backup, worktree, base ref, ignored files and record in one; when any of it fails, only the backup stays. Throws `GitError`. */
export async function restoreFork(git: Git, request: RestoreForkRequest): Promise<ForkWorktree> {
  const { repository, id, now, signal } = request;
  const created = await restoreWorktree(git, request);
  const { baseCommit } = created.backup;
  try {
    await inWriteQueue(repository.commonDir, () => createRef(git, repository, baseRef(id), baseCommit));
    return await furnishWorktree(git, { id, repository, created, baseCommit, skipped: [], now, signal });
  } catch (error) {
    await removeWorktree(git, { repository, ...created }, { force: true });
    await inWriteQueue(repository.commonDir, () => deleteRef(git, repository, baseRef(id), baseCommit));
    throw error;
  }
}
