import type { LockOwner } from '../../core/worktree/lock-owner.ts';
import { type Backup, findBackup } from './backups.ts';
import { type CreatedWorktree, createWorktree } from './create-worktree.ts';
import type { Git } from './git.ts';
import { locateWorktree, type RepositoryLocation } from './locate-repository.ts';
import { restoreIgnored } from './own-ignored.ts';
import { removeWorktree } from './remove-worktree.ts';

export interface RestoreRequest {
  readonly repository: RepositoryLocation;
  /** A ref under refs/forkscope/backup, or the name after it. */
  readonly backup: string;
  /** Folder outside the repository in which the worktree's folder is made. */
  readonly directory: string;
  readonly owner: LockOwner;
  readonly signal?: AbortSignal | undefined;
}

export interface RestoredWorktree extends CreatedWorktree {
  readonly backup: Backup;
}

/**
 * Makes a worktree as it was when the backup was taken: same head, same files, same index, what was uncommitted still
 * uncommitted. The name may differ when the old one is taken. The backup stays. Throws `GitError`.
 */
export async function restoreWorktree(git: Git, request: RestoreRequest): Promise<RestoredWorktree> {
  const { repository, directory, owner, signal } = request;
  const backup = await findBackup(git, repository, request.backup);
  const created = await createWorktree(git, {
    repository,
    startCommit: backup.head,
    baseCommit: backup.head,
    name: backup.name,
    directory,
    owner,
    signal,
  });
  try {
    await git.run(created.path, ['read-tree', '--reset', '-u', `${backup.commit}^{tree}`], { signal });
    await git.run(created.path, ['read-tree', '--reset', backup.indexCommit ?? 'HEAD'], { signal });
    // Exit code 1 says that files differ from the index, which is the point.
    await git.run(created.path, ['update-index', '-q', '--refresh'], { exitCodes: [0, 1], signal });
    if (backup.ignoredCommit) {
      await restoreIgnored(git, await locateWorktree(git, created.path), backup.ignoredCommit, signal);
    }
  } catch (error) {
    await removeWorktree(git, { repository, path: created.path, gitBranch: created.gitBranch }, { force: true });
    throw error;
  }
  return { ...created, backup };
}
