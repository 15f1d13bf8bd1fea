import type { Approval } from '../../core/session/events.ts';
import type { Fault } from '../../shared/result.ts';
import { doneStore } from '../stores/done-store.ts';
import { faultStore } from '../stores/fault-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { ask, attempt } from './attempt.ts';

export async function openSession(sessionId: string): Promise<void> {
  if (sessionStore.getState().sessionId === sessionId && sessionStore.getState().phase !== 'failed') return;
  viewStore.getState().reset();
  faultStore.getState().clear();
  doneStore.getState().clear();
  await sessionStore.getState().open(sessionId);
}

/** Folds a session anew whose events begin anew; what is selected and open stays. */
export async function reopenSession(sessionId: string): Promise<void> {
  if (sessionStore.getState().sessionId === sessionId) await sessionStore.getState().open(sessionId);
}

/** Makes the demo repository and starts a session on it. Null when it runs, else why not. */
export async function startDemo(): Promise<Fault | null> {
  const answer = await ask('sessions.demo', {});
  if (!answer.ok) return answer.error;
  await openSession(answer.value.sessionId);
  return null;
}

/** The platform's folder dialog; null when it was closed without a choice. */
export async function pickFolder(): Promise<string | null> {
  const answer = await attempt('workspace.pick', {});
  return answer.ok ? answer.value : null;
}

/** "Open a folder": first the folder, then the form for the session. */
export async function openFolder(): Promise<void> {
  const folder = await pickFolder();
  if (folder !== null) viewStore.getState().openDialog({ kind: 'new-session', folder });
}

export async function setApproval(approval: Approval): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) await attempt('sessions.setApproval', { sessionId, approval });
}

/** Shows a branch, in whichever session it is; a click on a notification and a link to a message lead here. */
export async function showBranch(sessionId: string, branch: string): Promise<void> {
  await openSession(sessionId);
  if (sessionStore.getState().sessionId === sessionId) viewStore.getState().focusCard(branch);
}

export async function setBudget(budget: number | null): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  return sessionId !== null && (await attempt('sessions.setBudget', { sessionId, budget })).ok;
}

export async function archiveSession(sessionId: string, archived: boolean): Promise<void> {
  await attempt('sessions.archive', { sessionId, archived });
}

/** Puts a session into the trash; the one on the screen is closed first. Null when it is done, else why not. */
export async function deleteSession(sessionId: string): Promise<Fault | null> {
  if (sessionStore.getState().sessionId === sessionId) await sessionStore.getState().close();
  const answer = await ask('sessions.delete', { sessionId });
  return answer.ok ? null : answer.error;
}

export async function renameSession(sessionId: string, title: string): Promise<void> {
  await attempt('sessions.rename', { sessionId, title });
}
