import { useCallback, useRef, useSyncExternalStore } from 'react';
import { sessionStore } from '../../stores/session-store.ts';
import { type Transcript, TranscriptFeed } from './feed.ts';
import type { OpenSeams } from './seam-rows.ts';

/** The transcript of a branch of the open session. Keeps its identity while no row comes or goes. */
export function useTranscript(branch: string, showShared: boolean, openSeams: OpenSeams): Transcript {
  const feed = useRef<TranscriptFeed>(null);
  feed.current ??= new TranscriptFeed();
  const { current } = feed;
  const read = useCallback(
    () => current.read(sessionStore.getState().state, branch, showShared, openSeams),
    [current, branch, showShared, openSeams],
  );
  return useSyncExternalStore(sessionStore.subscribe, read);
}
