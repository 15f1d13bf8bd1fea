import type { SessionState } from '../../../core/session/state.ts';
import type { SideState } from '../../../core/worktree/collision-matrix.ts';
import { titleOf } from '../../ui/branch-title.ts';

/** A side's name on screen. A parent stands in the matrix with its own uncommitted work. */
export function sideName(state: SessionState, side: Pick<SideState, 'id' | 'changedFiles'>, isParent: boolean): string {
  const branch = state.branches[side.id];
  if (isParent)
    return branch?.parent === null || branch === undefined ? 'Your checkout' : `${titleOf(branch)}, own edits`;
  return branch ? titleOf(branch) : side.id;
}
