import { actionsFor, type BranchAction } from '../../core/graph/branch-actions.ts';
import type { BranchState } from '../../core/session/state.ts';
import { stoppedStore } from '../stores/stopped-store.ts';

/** What a person may do with a branch now: a pause that was asked for and has not come yet can be taken back. */
export function actionsNow(branch: BranchState): ReadonlySet<BranchAction> {
  const actions = actionsFor(branch);
  if (!actions.has('pause') || !stoppedStore.getState().pausing.has(branch.id)) return actions;
  return new Set<BranchAction>([...actions].map((action) => (action === 'pause' ? 'resume' : action)));
}
