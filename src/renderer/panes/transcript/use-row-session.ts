import { useDeferredValue } from 'react';
import type { BranchState, SessionState } from '../../../core/session/state.ts';
import { useSession, useSessionShallow } from '../../stores/use-session.ts';
import { useBranchField } from '../shared/use-branch-field.ts';

/**
 * What a row shows of the session, as of the state that the rows themselves are of: the pane draws its rows behind the
 * tree and the totals (see `Transcript`), and a row that is about to go must not be drawn and measured once more before.
 */
export function useRowSession<T>(select: (state: SessionState) => T): T {
  return useDeferredValue(useSession(select));
}

/** Like `useRowSession`, for selectors that build a new list or object. */
export function useRowSessionShallow<T>(select: (state: SessionState) => T): T {
  return useDeferredValue(useSessionShallow(select));
}

/** Like `useBranchField`, for rows. */
export function useRowBranchField<T>(branch: string, select: (branch: BranchState) => T, fallback: T): T {
  return useDeferredValue(useBranchField(branch, select, fallback));
}
