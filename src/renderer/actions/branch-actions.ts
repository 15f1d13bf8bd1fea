import { descendantsOf } from '../../core/graph/tree-structure.ts';
import type { Params, PromptImage } from '../../shared/contract.ts';
import { replayStore } from '../replay/replay-store.ts';
import { namesStore } from '../stores/names-store.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { attempt } from './attempt.ts';

type BranchCall = 'branch.pause' | 'branch.resume' | 'branch.skipHold';

/** True when the host did it. */
async function callOn(name: BranchCall, branch: string): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  return sessionId !== null && (await attempt(name, { sessionId, branch }, branch)).ok;
}

/** Asks for a pause; the branch stands still only at its next step, and shows until then that it will. */
export async function pauseBranch(branch: string): Promise<boolean> {
  const done = await callOn('branch.pause', branch);
  if (done) stoppedStore.getState().setPausing(branch, true);
  return done;
}
export async function resumeBranch(branch: string): Promise<boolean> {
  const done = await callOn('branch.resume', branch);
  if (done) stoppedStore.getState().setPausing(branch, false);
  return done;
}
export const skipHold = (branch: string): Promise<boolean> => callOn('branch.skipHold', branch);

export async function abortBranch(branch: string, subtree = false): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return;
  const below = subtree ? descendantsOf(presentState(), branch) : [];
  const done = await attempt('branch.interrupt', { sessionId, branch, subtree }, branch);
  if (done.ok) stoppedStore.getState().endPausing([branch, ...below]);
}

/** Interrupts every branch of the open session. Answers which ones were stopped. */
export async function abortAll(): Promise<readonly string[]> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return [];
  const answer = await attempt('branch.interruptAll', { sessionId });
  if (!answer.ok) return [];
  stoppedStore.getState().endPausing(answer.value.stopped);
  stoppedStore.getState().record({ how: 'aborted', branches: answer.value.stopped, left: [] });
  return answer.value.stopped;
}

/** Puts the cursor into the prompt box, aimed at this branch. */
export function steerBranch(branch: string): void {
  viewStore.getState().select(branch);
  viewStore.getState().focusPrompt();
}

/** True when the host took the text: only then is the draft dropped. */
export async function sendPrompt(branch: string, text: string, images: readonly PromptImage[] = []): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return false;
  const answer = await attempt(
    'branch.prompt',
    { sessionId, branch, text, ...(images.length === 0 ? {} : { images: [...images] }) },
    branch,
  );
  return answer.ok;
}

/**
 * Starts one fork per directive, from `messageId` or, when null, from the end of the branch. What was started runs now:
 * whoever looked at the past sees the present again.
 */
export async function forkBranch(
  branch: string,
  messageId: string | null,
  directives: readonly string[],
): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return false;
  const answer = await attempt('branch.fork', { sessionId, branch, messageId, directives: [...directives] }, branch);
  if (answer.ok) replayStore.getState().toLive();
  return answer.ok;
}

/** True when the host took the model. */
export async function setModel(branch: string, model: string): Promise<boolean> {
  const { sessionId } = sessionStore.getState();
  return sessionId !== null && (await attempt('branch.setModel', { sessionId, branch, model }, branch)).ok;
}

type Answer = Omit<Params<'permission.answer'>, 'sessionId'>;

export async function answerPermission(answer: Answer, branch: string): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId !== null) await attempt('permission.answer', { sessionId, ...answer }, branch);
}

/** Gives a branch a name of the person's own; an empty one brings its title back. */
export function renameBranch(branch: string, name: string): void {
  namesStore.getState().rename(branch, name);
  const { state } = sessionStore.getState();
  const named = state.branches[branch];
  // A copy of the same branch: whoever shows it shows it again, now by its new name.
  if (named) sessionStore.setState({ state: { ...state, branches: { ...state.branches, [branch]: { ...named } } } });
}
