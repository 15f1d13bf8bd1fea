import { hasEnded } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { titleOf } from '../ui/branch-title.ts';

export interface PromptTarget {
  readonly branch: BranchState;
  /** What sending does, e.g. "to root", "steer Harbour times". */
  readonly verb: 'to' | 'steer' | 'continue';
  readonly name: string;
}

/** Where the prompt box sends its text: to the selected branch, else to the root. Null before there is a root. */
export function promptTargetOf(state: SessionState, selected: string | null): PromptTarget | null {
  const chosen = selected === null ? undefined : state.branches[selected];
  const branch = chosen ?? state.order.map((id) => state.branches[id]).find((each) => each?.parent === null);
  if (!branch) return null;
  if (branch.parent === null) return { branch, verb: 'to', name: 'root' };
  return { branch, verb: hasEnded(branch) ? 'continue' : 'steer', name: titleOf(branch) };
}
