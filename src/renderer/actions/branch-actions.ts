import type { Params } from '../../shared/contract.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { attempt } from './attempt.ts';

type BranchCall = 'branch.pause' | 'branch.resume' | 'branch.skipHold';

async function callOn(name: BranchCall, branch: string): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) await attempt(name, { sessionId, branch }, branch);
}

export const pauseBranch = (branch: string): Promise<void> => callOn('branch.pause', branch);
export const resumeBranch = (branch: string): Promise<void> => callOn('branch.resume', branch);
export const skipHold = (branch: string): Promise<void> => callOn('branch.skipHold', branch);

export async function abortBranch(branch: string, subtree = false): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) await attempt('branch.interrupt', { sessionId, branch, subtree }, branch);
}

/** Interrupts every branch of the open session. Answers which ones were stopped. */
export async function abortAll(): Promise<readonly string[]> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return [];
  const answer = await attempt('branch.interruptAll', { sessionId });
  return answer.ok ? answer.value.stopped : [];
}

/** Puts the cursor into the prompt box, aimed at this branch. */
export function steerBranch(branch: string): void {
  viewStore.getState().select(branch);
  viewStore.getState().focusPrompt();
}

/** True when the host took the text: only then is the draft dropped. */
export async function sendPrompt(branch: string, text: string): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return false;
  const answer = await attempt('branch.prompt', { sessionId, branch, text }, branch);
  return answer.ok;
}

/** Starts one fork per directive, from `messageId` or, when null, from the end of the branch. */
export async function forkBranch(
  branch: string,
  messageId: string | null,
  directives: readonly string[],
): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return false;
  const answer = await attempt('branch.fork', { sessionId, branch, messageId, directives: [...directives] }, branch);
  return answer.ok;
}

type Answer = Omit<Params<'permission.answer'>, 'sessionId'>;

export async function answerPermission(answer: Answer, branch: string): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) await attempt('permission.answer', { sessionId, ...answer }, branch);
}
