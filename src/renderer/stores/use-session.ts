import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { type OpenSession, sessionStore } from './session-store.ts';

/** A piece of the folded state; the component renders again only when that piece changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(sessionStore, (open) => select(open.state));
}

/** Like `useSession`, for selectors that build a new list or object: compared item by item. */
export function useSessionShallow<T>(select: (state: SessionState) => T): T {
  return useStore(
    sessionStore,
    useShallow((open: OpenSession) => select(open.state)),
  );
}

export function useOpenSession<T>(select: (open: OpenSession) => T): T {
  return useStore(sessionStore, select);
}

export function useBranch(id: string): BranchState | null {
  return useStore(sessionStore, (open) => open.state.branches[id] ?? null);
}

/** A piece of the state of now, also while the screen shows the past: for what acts on the session as it is. */
export function usePresent<T>(select: (state: SessionState) => T): T {
  return useStore(sessionStore, (open) => select(open.present ?? open.state));
}

/** Like `usePresent`, for selectors that build a new list or object. */
export function usePresentShallow<T>(select: (state: SessionState) => T): T {
  return useStore(
    sessionStore,
    useShallow((open: OpenSession) => select(open.present ?? open.state)),
  );
}

/** True while the screen shows a moment of the past. */
export function useIsPast(): boolean {
  return useStore(sessionStore, (open) => open.present !== null);
}
