import { useCallback, useRef, useSyncExternalStore } from 'react';
import { sessionStore } from '../../stores/session-store.ts';
import { type Transcript, TranscriptFeed } from './feed.ts';

/** The transcript of a branch of the open session. Keeps its identity while no row comes or goes. */
export function useTranscript(branch: string, showShared: boolean): Transcript {
  const feed = useRef<TranscriptFeed>(null);
  feed.current ??= new TranscriptFeed();
  const { current } = feed;
  const read = useCallback(
    () => current.read(sessionStore.getState().state, branch, showShared),
    [current, branch, showShared],
  );
  return useSyncExternalStore(sessionStore.subscribe, read);
}
