import { describeNotKept, type NotKept } from '../../core/worktree/ignored-content.ts';
import type { Fault } from '../../shared/result.ts';
import { doneStore } from '../stores/done-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { ask, attempt } from './attempt.ts';

/** Removes a branch's worktree; the notice afterwards brings it back. Null when it is done, else why not. */
export async function discardWorktree(
  branch: string,
  confirmed: boolean,
  notKept: NotKept | null = null,
): Promise<Fault | null> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return null;
  const answer = await ask('branch.discardWorktree', { sessionId, branch, confirmed });
  if (!answer.ok) return answer.error;
  const { backupRef } = answer.value;
  doneStore.getState().report({
    branch,
    text: ['its worktree is removed.', ...keptWords(backupRef, notKept)].join(' '),
    action: backupRef === null ? null : { name: 'Restore', run: () => void restoreWorktree(branch) },
  });
  return null;
}

/** What became of the things in a removed worktree, for a notice. */
export function keptWords(backupRef: string | null, notKept: NotKept | null): string[] {
  const left = notKept === null ? [] : [describeNotKept(notKept)];
  if (backupRef !== null) return [`What it changed is kept under ${backupRef}.`, ...left];
  return notKept === null ? ['It held nothing of its own.'] : left;
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
