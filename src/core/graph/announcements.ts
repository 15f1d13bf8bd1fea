import type { BranchStatus, WaitingFor } from '../session/events.ts';
import type { BranchState, SessionState } from '../session/state.ts';

const SPOKEN: { readonly [S in BranchStatus]: string | null } = {
  starting: null,
  held: 'is held',
  running: null,
  waiting: 'waits',
  paused: 'is paused',
  completed: 'is completed',
  failed: 'has failed',
  interrupted: 'was interrupted',
};

/** What a person who cannot see the tree should hear about a batch: births, ends and waits, never numbers. */
export function announcementsBetween(before: SessionState, after: SessionState): string[] {
  return after.order.flatMap((id) => {
    const was = before.branches[id];
    const is = after.branches[id];
    if (!is || was === is) return [];
    if (!was) return is.parent === null ? [] : [`${nameOf(is)} has started`];
    if (was.status === is.status && was.waitingFor === is.waitingFor) return [];
    const phrase = phraseFor(is.status, is.waitingFor);
    return phrase === null ? [] : [`${nameOf(is)} ${phrase}`];
  });
}

function phraseFor(status: BranchStatus, waitingFor: WaitingFor | null): string | null {
  if (status === 'waiting') return waitingFor === 'permission' ? 'asks for permission' : null;
  return SPOKEN[status];
}

function nameOf(branch: BranchState): string {
  const kind = branch.kind === 'root' ? 'Root' : branch.kind === 'fork' ? 'Fork' : 'Subagent';
  return branch.title === '' ? kind : `${kind} ${branch.title}`;
}
