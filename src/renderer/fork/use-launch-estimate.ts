import { useEffect, useState } from 'react';
import type { LaunchEstimate } from '../../core/prefix/launch-estimate.ts';
import { ask } from '../actions/attempt.ts';
import { useNow } from '../stores/use-now.ts';
import { useOpenSession, useSession } from '../stores/use-session.ts';
import type { ForkPlace } from './use-fork-draft.ts';

/** Milliseconds of rest after the number of forks changed, before the host is asked again. */
const REST_MS = 150;

export interface EstimateView {
  /** The last answer; it stays while a newer one is on its way. Null before the first. */
  readonly estimate: LaunchEstimate | null;
  /** Milliseconds until the parent's entry goes cold, counted down; null when there is none. */
  readonly coldInMs: number | null;
  readonly fault: string | null;
}

type Answer = { readonly estimate: LaunchEstimate | null; readonly fault: string | null; readonly at: number };

/** What `count` forks from here would share and cost; asked again when the count, the parent or its warmth changes. */
export function useLaunchEstimate({ branch, messageId }: ForkPlace, count: number): EstimateView {
  const sessionId = useOpenSession((open) => open.sessionId);
  const requests = useSession((state) => state.branches[branch]?.requests.length ?? 0);
  const status = useSession((state) => state.branches[branch]?.status ?? null);
  const [answer, setAnswer] = useState<Answer>({ estimate: null, fault: null, at: 0 });
  const { estimate, fault, at } = answer;
  const now = useNow(estimate?.coldInMs != null && estimate.coldInMs > 0);
  const coldInMs = estimate?.coldInMs == null ? null : Math.max(0, estimate.coldInMs - Math.max(0, now - at));
  const [timesCold, setTimesCold] = useState(0);

  useEffect(() => {
    if (!estimate?.isWarm || estimate.coldInMs === null) return;
    const timer = setTimeout(() => setTimesCold((times) => times + 1), estimate.coldInMs + 1);
    return () => clearTimeout(timer);
  }, [estimate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent's requests, its state and its warmth change the answer
  useEffect(() => {
    if (sessionId === null) return;
    let isCurrent = true;
    const question = { sessionId, branch, messageId, count };
    const rest = setTimeout(async () => {
      const said = await ask('forks.estimate', question);
      if (!isCurrent) return;
      if (said.ok) setAnswer({ estimate: said.value, fault: null, at: Date.now() });
      else setAnswer({ estimate: null, fault: said.error.message, at: Date.now() });
    }, REST_MS);
    return () => {
      isCurrent = false;
      clearTimeout(rest);
    };
  }, [sessionId, branch, messageId, count, requests, status, timesCold]);
  return { estimate, coldInMs, fault };
}
