import { branchesOf, hasEnded } from '../core/session/selectors.ts';
import type { SessionState } from '../core/session/state.ts';
import type { SessionLoss } from '../shared/contract.ts';

/** What deleting a session would put away. Its worktrees with changes stay on disk, and are named. */
export function lossOf(state: SessionState, bytes: number): SessionLoss {
  const branches = branchesOf(state);
  const worktrees = branches.flatMap(({ id, title, worktree }) => {
    if (!worktree || worktree.removedRef !== undefined || worktree.files === 0) return [];
    const { path, files, added, removed } = worktree;
    return [{ branch: id, title, path, files, added, removed }];
  });
  return { branches: branches.length, bytes, running: branches.some((branch) => !hasEnded(branch)), worktrees };
}
