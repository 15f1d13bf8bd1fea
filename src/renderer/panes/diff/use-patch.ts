import { useEffect, useRef, useState } from 'react';
import type { WorktreeState } from '../../../core/session/state.ts';
import { host } from '../../bridge.ts';
import { useOpenSession } from '../../stores/use-session.ts';

export interface LoadedPatch {
  /** Null until the first answer. */
  readonly patch: string | null;
  readonly fault: string | null;
  readonly isLoading: boolean;
}

/** Milliseconds of calm before a changed worktree is read again: edits come in bursts, and each read runs git. */
const CALM_MS = 1_000;

const NOTHING: LoadedPatch = { patch: null, fault: null, isLoading: true };

/** The diff of a branch's worktree, read again after it changed; one read at a time, the last state wins. */
export function usePatch(branch: string, worktree: WorktreeState | null): LoadedPatch {
  const sessionId = useOpenSession((open) => open.sessionId);
  const [loaded, setLoaded] = useState<LoadedPatch & { branch: string }>({ ...NOTHING, branch });
  const hasLoaded = useRef<string | null>(null);

  useEffect(() => {
    if (sessionId === null || worktree === null) return;
    let isCurrent = true;
    const key = `${sessionId} ${branch}`;
    const load = async () => {
      setLoaded((was) => (was.branch === branch ? { ...was, isLoading: true } : { ...NOTHING, branch }));
      const answer = await host.call('branch.diff', { sessionId, branch });
      if (!isCurrent) return;
      hasLoaded.current = key;
      setLoaded((was) =>
        answer.ok
          ? { branch, patch: answer.value.patch, fault: null, isLoading: false }
          : { branch, patch: was.branch === branch ? was.patch : null, fault: answer.error.message, isLoading: false },
      );
    };
    const timer = setTimeout(() => void load(), hasLoaded.current === key ? CALM_MS : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [sessionId, branch, worktree]);

  return loaded.branch === branch ? loaded : NOTHING;
}
