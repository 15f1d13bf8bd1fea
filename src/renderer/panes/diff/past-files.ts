import { useMemo } from 'react';
import type { WorktreeState } from '../../../core/session/state.ts';
import { type PastFiles, snapshotOf } from '../../../core/worktree/past-files.ts';
import { usePastClock } from '../../replay/use-past-clock.ts';

/** What a diff shows: the files as they are now, as they were at the playhead, or now because nothing was kept then. */
export type ShownFiles =
  | { readonly kind: 'now' }
  | { readonly kind: 'past'; readonly clock: string; readonly files: PastFiles }
  | { readonly kind: 'not-kept'; readonly clock: string };

const NOW: ShownFiles = { kind: 'now' };

/** `other` is the worktree on the other side; null for the base commit. Both are those of the moment that is shown. */
export function useShownFiles(worktree: WorktreeState, other: WorktreeState | null): ShownFiles {
  const clock = usePastClock();
  const after = snapshotOf(worktree);
  const before = other === null ? worktree.baseCommit : snapshotOf(other);
  return useMemo(() => {
    if (clock === null) return NOW;
    if (after === null || before === null) return { kind: 'not-kept', clock };
    return { kind: 'past', clock, files: { before, after } };
  }, [clock, before, after]);
}
