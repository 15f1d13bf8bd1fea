import { useEffect, useState } from 'react';
import type { BranchState } from '../../core/session/state.ts';
import { useIsPast } from '../stores/use-session.ts';
import { openQuestionOf } from './open-question.ts';

/** Milliseconds of silence after which an open line is taken for a question. */
const STILL_MS = 2_500;

/** What the running command seems to ask, once it has been silent for a while; null when it asks nothing. */
export function useWaitsForInput(branch: BranchState): string | null {
  const isPast = useIsPast();
  const line = isPast ? null : (openQuestionOf(branch)?.line ?? null);
  const last = branch.terminal.at(-1) ?? null;
  const [still, setStill] = useState<unknown>(null);
  useEffect(() => {
    if (line === null) return;
    const timer = setTimeout(() => setStill(last), STILL_MS);
    return () => clearTimeout(timer);
  }, [line, last]);
  return line !== null && still === last ? line : null;
}
