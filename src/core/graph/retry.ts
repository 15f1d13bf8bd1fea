import { lastRequestOf } from '../session/selectors.ts';
import type { BranchState, SessionState } from '../session/state.ts';

/** When a branch that waits for a retry sends its next attempt, in milliseconds since 1970; null when it waits for none. */
export function retryAtOf(state: SessionState, branch: BranchState): number | null {
  if (branch.waitingFor !== 'retry') return null;
  const last = lastRequestOf(state, branch);
  const wait = last?.failure?.retryInMs ?? null;
  return last?.endedAt != null && wait !== null ? last.endedAt + wait : null;
}
