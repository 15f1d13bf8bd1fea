import { useEffect, useRef, useState } from 'react';
import type { MergePlan, MergeSelection } from '../../../core/worktree/merge-plan.ts';
import { ask } from '../../actions/attempt.ts';
import type { MergeDraft } from '../../stores/merge-store.ts';
import { useOpenSession, useSession } from '../../stores/use-session.ts';

export interface LoadedPlan {
  /** The last answer; it stays while the next one is worked out. Null before the first. */
  readonly plan: MergePlan | null;
  readonly fault: string | null;
  readonly isLoading: boolean;
  /** Works it out again: the files may have changed behind our back. */
  refresh(): void;
}

/** Milliseconds of calm after a choice: a row of ticks is one preview. */
const CALM_MS = 250;

/** What a merge would do, worked out again after each choice and each change of the fork's files. */
export function useMergePlan(branch: string, draft: MergeDraft, selection: MergeSelection | null): LoadedPlan {
  const sessionId = useOpenSession((open) => open.sessionId);
  const worktree = useSession((state) => state.branches[branch]?.worktree ?? null);
  const [loaded, setLoaded] = useState<Omit<LoadedPlan, 'refresh'>>({ plan: null, fault: null, isLoading: true });
  const [turn, setTurn] = useState(0);
  const hasAsked = useRef(false);
  const { way, resolutions, consent } = draft;
  const wish = selection === null ? null : JSON.stringify({ way, selection, resolutions, consent });

  // biome-ignore lint/correctness/useExhaustiveDependencies: worktree and turn are what makes an old answer stale
  useEffect(() => {
    if (sessionId === null || worktree === null || worktree.removedRef !== undefined) return;
    if (wish === null) {
      setLoaded({ plan: null, fault: null, isLoading: false });
      return;
    }
    let isCurrent = true;
    setLoaded((was) => ({ ...was, isLoading: true }));
    const load = async () => {
      const answer = await ask('worktree.preview', { sessionId, branch, ...JSON.parse(wish) });
      if (!isCurrent) return;
      setLoaded((was) =>
        answer.ok
          ? { plan: answer.value, fault: null, isLoading: false }
          : { plan: was.plan, fault: answer.error.message, isLoading: false },
      );
    };
    const timer = setTimeout(() => void load(), hasAsked.current ? CALM_MS : 0);
    hasAsked.current = true;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [sessionId, branch, wish, worktree, turn]);

  // Whoever comes back to the window may have edited the checkout meanwhile.
  useEffect(() => {
    const again = (): void => setTurn((count) => count + 1);
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, []);

  return { ...loaded, refresh: () => setTurn((count) => count + 1) };
}
