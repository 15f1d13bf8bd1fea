import type { LockOwner } from '../../core/worktree/lock-owner.ts';
import { listIgnored } from './copy-ignored-files.ts';
import { createWorktree } from './create-worktree.ts';
import { type ForkWorktree, furnishWorktree } from './furnish-worktree.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import { readHead } from './inspect-workspace.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { removeWorktree } from './remove-worktree.ts';
import { snapshotTree, type TreeSnapshot } from './snapshot-tree.ts';
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

/**
 * Snapshot, worktree, ignored files and record in one; when any of it fails, none of it stays. The files of the head are
 * written while the snapshot is still taken, since most of them are the same in both. Throws `GitError`.
 */
export async function createFork(git: Git, request: ForkRequest): Promise<ForkWorktree> {
  const { repository, id, now } = request;
  const cut = new AbortController();
  const signal = request.signal === undefined ? cut.signal : AbortSignal.any([request.signal, cut.signal]);
  const taking = snapshotTree(git, repository, { id, now, signal: request.signal });
  taking.catch(() => cut.abort());
  try {
    return await makeFork(git, { ...request, signal }, taking);
  } catch (error) {
    // Why there is no snapshot says more than that the rest was cut off for it.
    const { ref, commit } = await taking;
    await inWriteQueue(repository.commonDir, () => deleteRef(git, repository, ref, commit));
    throw error;
  }
}

/** Never the snapshot's: that waits for a turn in the queue in which this is waited for. */
async function headOf(git: Git, root: string, signal: AbortSignal | undefined): Promise<string> {
  const head = await readHead(git, root, signal);
  if (head !== null) return head;
  throw new GitError('no-commit', `${root} has no commit yet. Make a first commit, then fork again.`);
}

async function makeFork(git: Git, request: ForkRequest, taking: Promise<TreeSnapshot>): Promise<ForkWorktree> {
  const { repository, id, now, signal } = request;
  const startCommit = headOf(git, repository.root, signal);
  startCommit.catch(() => {});
  const commit = taking.then((snapshot) => snapshot.commit);
  const ignored = taking.then(() => listIgnored(git, repository.root, signal));
  // Looked at below, or not at all when something fails before.
  commit.catch(() => {});
  ignored.catch(() => {});
  const created = await createWorktree(git, { ...request, startCommit, baseCommit: commit });
  const { commit: baseCommit, skipped } = await taking;
  try {
    return await furnishWorktree(git, { id, repository, created, baseCommit, skipped, ignored, now, signal });
  } catch (error) {
    // Nobody has worked in it yet, so there is nothing to back up.
    await removeWorktree(git, { repository, ...created }, { force: true });
    throw error;
  }
}
