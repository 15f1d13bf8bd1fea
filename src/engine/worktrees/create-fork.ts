import type { LockOwner } from '../../core/worktree/lock-owner.ts';
import { createWorktree } from './create-worktree.ts';
import { type ForkWorktree, furnishWorktree } from './furnish-worktree.ts';
import type { Git } from './git.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { removeWorktree } from './remove-worktree.ts';
import { snapshotTree } from './snapshot-tree.ts';
import { deleteRef } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';

export interface ForkRequest {
  /** The checkout to fork. */
  readonly repository: RepositoryLocation;
  /** Any text. */
  readonly name: string;
  readonly directory: string;
  readonly id: string;
  readonly owner: LockOwner;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** Snapshot, worktree, ignored files and record in one; when any of it fails, none of it stays. Throws `GitError`. */
export async function createFork(git: Git, request: ForkRequest): Promise<ForkWorktree> {
  const { repository, id, now, signal } = request;
  const snapshot = await snapshotTree(git, repository, { id, now, signal });
  try {
    const created = await createWorktree(git, { ...request, baseCommit: snapshot.commit });
    try {
      const { commit: baseCommit, skipped } = snapshot;
      return await furnishWorktree(git, { id, repository, created, baseCommit, skipped, now, signal });
    } catch (error) {
      // Nobody has worked in it yet, so there is nothing to back up.
      await removeWorktree(git, { repository, ...created }, { force: true });
      throw error;
    }
  } catch (error) {
    await inWriteQueue(repository.commonDir, () => deleteRef(git, repository, snapshot.ref, snapshot.commit));
    throw error;
  }
}
