import type { Approval } from '../../core/session/events.ts';
import type { Fault } from '../../shared/result.ts';
import { faultStore } from '../stores/fault-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { ask, attempt } from './attempt.ts';

export async function openSession(sessionId: string): Promise<void> {
  if (sessionStore.getState().sessionId === sessionId && sessionStore.getState().phase !== 'failed') return;
  viewStore.getState().reset();
  faultStore.getState().clear();
  await sessionStore.getState().open(sessionId);
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

export async function renameSession(sessionId: string, title: string): Promise<void> {
  await attempt('sessions.rename', { sessionId, title });
}
