import { useEffect, useState } from 'react';
import type { FileSides } from '../../../core/worktree/file-side.ts';
import { host } from '../../bridge.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { useDiffPane } from './pane-store.ts';
import type { FilePatch } from './parse-patch.ts';

/** Milliseconds that a file must stay in view before it is read whole: not for each one that is scrolled past. */
const STAY_MS = 250;

/** Both sides of a file, whole, once it has stayed in view; null before, and when they cannot be read. */
export function useSides(file: FilePatch, isWanted: boolean, afterMs = STAY_MS): FileSides | null {
  const { branch, against, past } = useDiffPane();
  const [read, setRead] = useState<{ readonly file: FilePatch; readonly sides: FileSides } | null>(null);
  useEffect(() => {
    const { sessionId } = sessionStore.getState();
    if (!isWanted || sessionId === null) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const { path, from } = file;
      const answer = await host.call('review.sides', {
        sessionId,
        branch,
        against,
        past,
        path,
        from: from ?? path,
      });
      if (isCurrent && answer.ok && answer.value) setRead({ file, sides: answer.value });
    }, afterMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [file, isWanted, branch, against, past, afterMs]);
  return read?.file === file ? read.sides : null;
}
