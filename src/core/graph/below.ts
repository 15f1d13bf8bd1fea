import { hasEnded } from '../session/selectors.ts';
import type { SessionState } from '../session/state.ts';
import { askingBranches, type Condition, conditionOf, worstOf } from './branch-condition.ts';
import { descendantsOf } from './tree-structure.ts';

/** How many branches below this one still go on. */
export function activeBelow(state: SessionState, id: string): number {
  return descendantsOf(state, id).filter((each) => {
    const branch = state.branches[each];
    return branch !== undefined && !hasEnded(branch);
  }).length;
}

/** The most urgent condition below a branch; null when nothing is below it. */
export function worstBelow(state: SessionState, id: string): Condition | null {
  const asking = askingBranches(state);
  return worstOf(
    descendantsOf(state, id).flatMap((each) => {
      const branch = state.branches[each];
      return branch ? [conditionOf(branch, asking.has(each))] : [];
    }),
  );
}
