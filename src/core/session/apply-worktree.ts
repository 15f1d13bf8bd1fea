import type { Draft } from './draft.ts';
import type { SessionEvent, WorktreeMerged, WorktreeRestored, WorktreeUndone } from './events.ts';
import type { WorktreeState } from './state.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

export function applyWorktreeRestored(draft: Draft, event: At<WorktreeRestored>): void {
  const branch = draft.branch(event.branch);
  const { path, baseCommit, gitBranch, notices } = event;
  branch.worktree = { ...worktreeOf(draft, event.branch), path, baseCommit, gitBranch, notices, removedRef: undefined };
  branch.root = path;
}

export function applyWorktreeMerged(draft: Draft, event: At<WorktreeMerged>): void {
  const worktree = worktreeOf(draft, event.branch);
  const { into, way, paths, commit, undoId, undoRef, at } = event;
  const merge = { into, way, paths, commit, at, undoId, undoRef, isUndone: false };
  draft.branch(event.branch).worktree = { ...worktree, merges: [...(worktree.merges ?? []), merge] };
}

export function applyWorktreeUndone(draft: Draft, event: At<WorktreeUndone>): void {
  const worktree = worktreeOf(draft, event.branch);
  const { undoId, redoId, redoRef } = event;
  const merges = (worktree.merges ?? []).map((merge) =>
    merge.undoId === undoId ? { ...merge, undoId: redoId, undoRef: redoRef, isUndone: !merge.isUndone } : merge,
  );
  draft.branch(event.branch).worktree = { ...worktree, merges };
}

function worktreeOf(draft: Draft, branch: string): WorktreeState {
  const { worktree } = draft.branch(branch);
  if (!worktree) throw new Error(`branch ${branch} has no worktree`);
  return worktree;
}
