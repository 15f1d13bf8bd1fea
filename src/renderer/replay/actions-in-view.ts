import type { BranchAction } from '../../core/graph/branch-actions.ts';
import type { BranchState } from '../../core/session/state.ts';
import { actionsNow } from '../actions/actions-now.ts';
import { sessionStore } from '../stores/session-store.ts';

/** What acts on a branch as it is now, and so makes no sense for one that is shown as it was. */
const ON_THE_PRESENT: readonly BranchAction[] = ['abort', 'pause', 'resume', 'skip-hold', 'steer'];

/** What a person may do with a branch as it is shown: in the past it can be looked at, and forked from. */
export function actionsInView(branch: BranchState): ReadonlySet<BranchAction> {
  const actions = actionsNow(branch);
  if (sessionStore.getState().present === null) return actions;
  return new Set([...actions].filter((action) => !ON_THE_PRESENT.includes(action)));
}
