import { useEffect, useRef, useState } from 'react';
import type { MergePlan, MergeSelection } from '../../../core/worktree/merge-plan.ts';
import { ask } from '../../actions/attempt.ts';
import type { MergeDraft } from '../../stores/merge-store.ts';
import { useOpenSession, useSession } from '../../stores/use-session.ts';
import { useCheckoutWatch } from './use-checkout-watch.ts';

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

/**
 * What a merge would do, worked out again after each choice, and each change of the fork's files or of the checkout that
 * it goes into. Nothing is worked out while `isHeld`: an apply runs, and what it writes is not news.
 */
export function useMergePlan(
  branch: string,
  draft: MergeDraft,
  selection: MergeSelection | null,
  isHeld: boolean,
): LoadedPlan {
  const sessionId = useOpenSession((open) => open.sessionId);
  const worktree = useSession((state) => state.branches[branch]?.worktree ?? null);
  const [loaded, setLoaded] = useState<Omit<LoadedPlan, 'refresh'>>({ plan: null, fault: null, isLoading: true });
  const [turn, setTurn] = useState(0);
  const hasAsked = useRef(false);
  const { way, resolutions, consent, into } = draft;
  const isPlaced = worktree !== null && (!worktree.isCarried || into !== null);
  const wish = selection === null || !isPlaced ? null : JSON.stringify({ way, selection, resolutions, consent, into });

  // biome-ignore lint/correctness/useExhaustiveDependencies: worktree and turn are what makes an old answer stale
  useEffect(() => {
    if (sessionId === null || worktree === null || isHeld) return;
    if (worktree.removedRef !== undefined && !worktree.isCarried) return;
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
  }, [sessionId, branch, wish, worktree, turn, isHeld]);

  useCheckoutWatch(branch, into, isPlaced, () => setTurn((count) => count + 1));

  // Not every change is heard of: a large checkout is not watched.
  useEffect(() => {
    const again = (): void => setTurn((count) => count + 1);
    window.addEventListener('focus', again);
    return () => window.removeEventListener('focus', again);
  }, []);

  return { ...loaded, refresh: () => setTurn((count) => count + 1) };
}
