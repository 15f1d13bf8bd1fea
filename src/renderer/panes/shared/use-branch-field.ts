import type { BranchState } from '../../../core/session/state.ts';
import { useSession } from '../../stores/use-session.ts';

/** One field of a branch; `fallback` stands in while the session does not (or no longer) hold the branch. */
export function useBranchField<T>(branch: string, select: (branch: BranchState) => T, fallback: T): T {
  return useSession((state) => {
    const found = state.branches[branch];
    return found ? select(found) : fallback;
  });
}
