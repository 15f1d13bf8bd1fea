import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { sessionStore } from '../../stores/session-store.ts';
import { type Transcript, TranscriptFeed } from './feed.ts';
import type { OpenSeams } from './seam-rows.ts';

/** A screen of them, and some to scroll: of a long branch the end is drawn before all of it is made into rows. */
const FIRST_MESSAGES = 200;

/** The transcript of a branch of the open session. Keeps its identity while no row comes or goes. */
export function useTranscript(branch: string, showShared: boolean, openSeams: OpenSeams): Transcript {
  const feed = useRef<TranscriptFeed>(null);
  feed.current ??= new TranscriptFeed();
  const { current } = feed;
  const isWhole = useIsWhole();
  const last = isWhole ? undefined : FIRST_MESSAGES;
  const read = useCallback(
    () => current.read(sessionStore.getState().state, branch, showShared, openSeams, last),
    [current, branch, showShared, openSeams, last],
  );
  return useSyncExternalStore(sessionStore.subscribe, read);
}

/** False for the first picture of a pane. */
function useIsWhole(): boolean {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isWhole;
}
