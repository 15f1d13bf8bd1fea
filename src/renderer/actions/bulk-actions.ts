import type { BranchAction } from '../../core/graph/branch-actions.ts';
import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import { presentState, sessionStore } from '../stores/session-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { actionsNow } from './actions-now.ts';
import { attempt } from './attempt.ts';
import { pauseBranch, resumeBranch, sendPrompt } from './branch-actions.ts';

/** What an aborted branch is told when it is resumed: an abort ends the turn, only a message begins a new one. */
const GO_ON = 'You were stopped. Go on where you left off.';

/** The branches of these for which an action fits now. */
export function fitting(branches: Iterable<string>, action: BranchAction): string[] {
  const { branches: known } = presentState();
  return [...branches].filter((id) => {
    const branch = known[id];
    return branch !== undefined && actionsNow(branch).has(action);
  });
}

/** Interrupts these branches, and remembers which ones it stopped. */
export async function abortBranches(branches: Iterable<string>): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return;
  const wanted = fitting(branches, 'abort');
  const answers = await Promise.all(
    wanted.map((branch) => attempt('branch.interrupt', { sessionId, branch, subtree: false }, branch)),
  );
  stoppedStore.getState().endPausing(wanted);
  record(
    'aborted',
    wanted,
    answers.map((answer) => answer.ok),
  );
}

/** Pauses these branches, each at its next step. Those that refuse are named as left. */
export async function pauseBranches(branches: Iterable<string>): Promise<void> {
  const { sessionId } = sessionStore.getState();
  if (sessionId === null) return;
  const { branches: known } = presentState();
  const wanted = [...branches].filter((id) => {
    const branch = known[id];
    return branch !== undefined && !hasEnded(branch) && branch.status !== 'paused';
  });
  const answers = await Promise.all(wanted.map(pauseBranch));
  record('paused', wanted, answers);
}

export async function pauseAll(): Promise<void> {
  await pauseBranches(branchesOf(presentState()).map(({ id }) => id));
}

export async function resumeBranches(branches: Iterable<string>): Promise<void> {
  await Promise.all(fitting(branches, 'resume').map(resumeBranch));
}

/** Resumes just those that were stopped together: paused ones go on, aborted ones get a message to go on. */
export async function resumeStopped(): Promise<void> {
  const { last, forget } = stoppedStore.getState();
  if (!last) return;
  forget();
  if (last.how === 'paused') {
    // Also those that have not reached their next step yet: resuming takes the wish back.
    await Promise.all(last.branches.map(resumeBranch));
    return;
  }
  await Promise.all(fitting(last.branches, 'steer').map((branch) => sendPrompt(branch, GO_ON)));
}

function record(how: 'aborted' | 'paused', wanted: readonly string[], done: readonly boolean[]): void {
  const branches = wanted.filter((_, at) => done[at]);
  stoppedStore.getState().record({ how, branches, left: wanted.filter((_, at) => !done[at]) });
}
