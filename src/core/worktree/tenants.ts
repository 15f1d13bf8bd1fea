import type { BranchStatus } from '../session/events.ts';
import { branchesOf } from '../session/selectors.ts';
import type { SessionState } from '../session/state.ts';

/** The fork that a worktree, or the backup of one, belongs to. */
export interface Tenant {
  readonly sessionId: string;
  readonly sessionTitle: string;
  readonly branch: string;
  readonly branchTitle: string;
  readonly status: BranchStatus;
  /** Folder of its worktree; null when that was discarded. */
  readonly path: string | null;
  /** The backup that its discard left; null when there is none, or it was restored. */
  readonly backupRef: string | null;
}

/** The forks of a session that have, or had, a worktree. */
export function tenantsOf(sessionId: string, state: SessionState): Tenant[] {
  return branchesOf(state).flatMap(({ id, title, status, worktree }) => {
    // The folder of a carried fork is its first session's.
    if (!worktree || worktree.isCarried) return [];
    const { path, removedRef } = worktree;
    const where = removedRef === undefined ? { path, backupRef: null } : { path: null, backupRef: removedRef };
    return [{ sessionId, sessionTitle: state.title, branch: id, branchTitle: title, status, ...where }];
  });
}

/** Characters at the end of a session's id with which the names of its worktrees begin. */
const SUFFIX = 6;

/** The sessions that one of these names can belong to: only their logs have to be read. */
export function sessionsNamed(names: readonly string[], sessionIds: readonly string[]): string[] {
  return sessionIds.filter((id) => names.some((name) => name.startsWith(`${id.slice(-SUFFIX)}-`)));
}
