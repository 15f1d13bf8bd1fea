import type { MergeState } from '../../core/session/state.ts';
import type { MergeSelection } from '../../core/worktree/merge-plan.ts';
import type { Fault } from '../../shared/result.ts';
import { draftKey, type MergeDraft, mergeStore } from '../stores/merge-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { lookAtConflicts } from '../stores/watch-conflicts.ts';
import { ask } from './attempt.ts';

/** Merges what the preview with this id showed. Null when it is done, else why not. */
export async function applyMerge(
  branch: string,
  draft: MergeDraft,
  selection: MergeSelection,
  planId: string,
): Promise<Fault | null> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return null;
  const { way, message, resolutions, consent, into } = draft;
  const answer = await ask('worktree.apply', {
    sessionId,
    branch,
    way,
    // The contract's lists can be written to, ours cannot.
    selection: structuredClone(selection) as never,
    message,
    resolutions: [...resolutions],
    consent: [...consent],
    planId,
    into,
  });
  if (!answer.ok) return answer.error;
  mergeStore.getState().drop(draftKey(sessionId, branch));
  void lookAtConflicts([]);
  return null;
}

/** Takes a merge back, or an undo in turn. Null when it is done, else why not. */
export async function undoMerge(branch: string, undoId: string, force = false): Promise<Fault | null> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return null;
  const answer = await ask('worktree.undo', { sessionId, branch, undoId, force });
  if (!answer.ok) return answer.error;
  void lookAtConflicts([]);
  return null;
}

/** The branch's last merge into its parent; null when there was none. */
export function lastMerge(merges: readonly MergeState[] | undefined): MergeState | null {
  return merges?.at(-1) ?? null;
}
