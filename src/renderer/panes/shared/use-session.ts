import { useStore } from 'zustand';
import type { BranchState, SessionState } from '../../../core/session/state.ts';
import { type OpenSession, sessionStore } from '../../stores/session-store.ts';

/** Reads the open session. The selector must return a value that keeps its identity while nothing changed. */
export function useOpenSession<T>(selector: (open: OpenSession) => T): T {
  return useStore(sessionStore, selector);
}

export function useSessionState<T>(selector: (state: SessionState) => T): T {
  return useStore(sessionStore, (open) => selector(open.state));
}

/** One field of a branch; `fallback` stands in while the session does not (or no longer) hold the branch. */
export function useBranch<T>(branch: string, selector: (branch: BranchState) => T, fallback: T): T {
  return useStore(sessionStore, ({ state }) => {
    const found = state.branches[branch];
    return found ? selector(found) : fallback;
  });
}
