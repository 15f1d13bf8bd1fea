import { useCallback, useEffect, useRef, useState } from 'react';
import type { Responses } from '../../../shared/contract.ts';
import { ask } from '../../actions/attempt.ts';
import { useOpenSession, useSession } from '../../stores/use-session.ts';

export interface LoadedSurvey {
  /** The last good look; null before the first. A failed one leaves it as it was. */
  readonly survey: Responses['worktree.housekeeping'] | null;
  /** Milliseconds since 1970. */
  readonly asOf: number | null;
  readonly fault: string | null;
  readonly isLoading: boolean;
  refresh(): void;
}

type Seen = Omit<LoadedSurvey, 'refresh'>;
const NOTHING: Seen = { survey: null, asOf: null, fault: null, isLoading: true };

/** All worktrees of the open session's repository, looked at again after one of this session came or went. */
export function useSurvey(): LoadedSurvey {
  const sessionId = useOpenSession((open) => open.sessionId);
  const present = useSession((state) =>
    state.order
      .map((id) => `${state.branches[id]?.worktree?.path} ${state.branches[id]?.worktree?.removedRef}`)
      .join('\n'),
  );
  const [seen, setSeen] = useState<Seen>(NOTHING);
  const newest = useRef(0);
  const refresh = useCallback(() => {
    if (sessionId === null) return;
    const own = ++newest.current;
    setSeen((was) => ({ ...was, isLoading: true }));
    void ask('worktree.housekeeping', { sessionId }).then((answer) => {
      if (own !== newest.current) return;
      setSeen((was) =>
        answer.ok
          ? { survey: answer.value, asOf: Date.now(), fault: null, isLoading: false }
          : { ...was, fault: answer.error.message, isLoading: false },
      );
    });
  }, [sessionId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is present decides when to look again
  useEffect(refresh, [refresh, present]);
  return { ...seen, refresh };
}
