import { useEffect, useState } from 'react';
import type { SegmentText } from '../../../shared/contract.ts';
import { host } from '../../bridge.ts';
import { useOpenSession } from '../../stores/use-session.ts';

export interface LoadedSegments {
  readonly segments: readonly SegmentText[] | null;
  readonly fault: string | null;
}

const NOTHING: LoadedSegments = { segments: null, fault: null };

/** The exact text of a request's segments, read when a person asks for one. A request never changes. */
export function useSegments(requestId: string | null): LoadedSegments {
  const sessionId = useOpenSession((open) => open.sessionId);
  const [loaded, setLoaded] = useState<{ id: string | null; answer: LoadedSegments }>({ id: null, answer: NOTHING });
  useEffect(() => {
    if (sessionId === null || requestId === null) return;
    let isCurrent = true;
    void host.call('request.segments', { sessionId, requestId }).then((answer) => {
      if (!isCurrent) return;
      setLoaded({
        id: requestId,
        answer: answer.ok
          ? { segments: answer.value.segments, fault: null }
          : { segments: null, fault: answer.error.message },
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [sessionId, requestId]);
  return loaded.id === requestId ? loaded.answer : NOTHING;
}
