import type { BranchEnded, EventBody, MessageAdded } from './events.ts';
import { callsOf, type Message, type ResultPart } from './message.ts';
import { branchesOf, contextOf, hasEnded } from './selectors.ts';
import type { BranchState, SessionState } from './state.ts';

export const INTERRUPTED_RESULT = 'Interrupted before it finished. Nothing more is known of its outcome.';
export const INTERRUPTED_STAND_IN = '[Interrupted before an answer.]';

/** Answers for the calls that a branch's last message leaves open, so that its next request is valid. */
export function closingMessages(
  context: readonly Message[],
  ids: (purpose: string) => string,
): (Pick<MessageAdded, 'author'> & { message: Message })[] {
  const last = context.at(-1);
  if (!last) return [];
  const closing: (Pick<MessageAdded, 'author'> & { message: Message })[] = [];
  const open = last.role === 'model' ? callsOf(last) : [];
  if (open.length > 0) {
    const parts = open.map(
      (call): ResultPart => ({
        kind: 'result',
        callId: call.callId,
        ...(call.wireId === undefined ? {} : { wireId: call.wireId }),
        name: call.name,
        text: INTERRUPTED_RESULT,
        isError: true,
      }),
    );
    closing.push({ author: 'tools', message: { id: ids('results'), role: 'user', parts } });
  }
  if (last.role === 'user' || open.length > 0) {
    const parts = [{ kind: 'text', text: INTERRUPTED_STAND_IN } as const];
    closing.push({ author: 'stand-in', message: { id: ids('stand-in'), role: 'model', parts } });
  }
  return closing;
}

/**
 * What a crash left unsaid: for every branch that the log leaves active, the end that it should have had. Children
 * come first, as they would have ended first. The caller appends these (reopening) or only folds them (showing).
 */
export function recoveryEvents(state: SessionState): EventBody[] {
  return branchesOf(state)
    .filter((branch) => !hasEnded(branch))
    .reverse()
    .flatMap((branch) => endOf(state, branch));
}

function endOf(state: SessionState, branch: BranchState): EventBody[] {
  const messages = closingMessages(contextOf(state, branch.id), (purpose) => `${branch.id}-recovered-${purpose}`);
  const ended: BranchEnded = {
    type: 'branch-ended',
    branch: branch.id,
    status: 'interrupted',
    reason: 'The app stopped while this branch was running. Send it a message to go on.',
    report: null,
    recovered: true,
  };
  return [...messages.map((added): EventBody => ({ type: 'message-added', branch: branch.id, ...added })), ended];
}
