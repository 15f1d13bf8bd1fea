import type { Fault } from '../../shared/result.ts';
import { doneStore } from '../stores/done-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { ask, attempt } from './attempt.ts';

/** Removes a branch's worktree; the notice afterwards brings it back. Null when it is done, else why not. */
export async function discardWorktree(branch: string, confirmed: boolean): Promise<Fault | null> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return null;
  const answer = await ask('branch.discardWorktree', { sessionId, branch, confirmed });
  if (!answer.ok) return answer.error;
  const { backupRef } = answer.value;
  doneStore.getState().report({
    branch,
    text:
      backupRef === null
        ? 'its worktree is removed. It held nothing of its own.'
        : `its worktree is removed. Everything in it is kept under ${backupRef}.`,
    action: backupRef === null ? null : { name: 'Restore', run: () => void restoreWorktree(branch) },
  });
  return null;
}

/** Brings a discarded worktree back from its backup. */
export async function restoreWorktree(branch: string): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return;
  const answer = await attempt('worktree.restore', { sessionId, branch }, branch);
  if (!answer.ok) return;
  const { path, notices } = answer.value;
  const text = [`its worktree is back at ${path}.`, ...notices].join(' ');
  doneStore.getState().report({ branch, text, action: null });
}
