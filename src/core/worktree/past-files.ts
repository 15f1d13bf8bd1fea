import type { WorktreeState } from '../session/state.ts';

/** Two moments of a branch's files, by the commits that keep them. */
export interface PastFiles {
  readonly before: string;
  readonly after: string;
}

/** The commit of a worktree's files at the moment of this state; null when they were not kept. */
export function snapshotOf({
  snapshot,
  files,
  baseCommit,
}: Pick<WorktreeState, 'snapshot' | 'files' | 'baseCommit'>): string | null {
  return snapshot ?? (files === 0 ? baseCommit : null);
}
