import type { BranchDraft } from './draft.ts';
import type { BranchState } from './state.ts';

/** What a branch does at a moment. Each moment counts once: a branch that waits does not work, whatever is open. */
export type Doing = 'model' | 'tools' | 'permission' | 'children' | 'retry' | 'held' | 'paused' | 'other' | 'ended';

/** Where a branch's time went. Kept while the log is folded, so that replay shows the numbers of its moment. */
export interface BranchTime {
  /** Milliseconds in each, without the one that goes on. */
  readonly spent: { readonly [D in Doing]?: number };
  readonly doing: Doing;
  /** When it began, in milliseconds since 1970. */
  readonly since: number;
  readonly openRequests: number;
  readonly openCalls: number;
}

export function newTime(at: number): BranchTime {
  return { spent: {}, doing: 'other', since: at, openRequests: 0, openCalls: 0 };
}

/** To be called after every change of what a branch does: time up to here belongs to what it did before. */
export function passTime(branch: BranchDraft, at: number, change: { requests?: 1 | -1; calls?: 1 | -1 } = {}): void {
  const { time } = branch;
  const hasEnded = branch.endedAt !== null;
  const openRequests = hasEnded ? 0 : Math.max(0, time.openRequests + (change.requests ?? 0));
  const openCalls = hasEnded ? 0 : Math.max(0, time.openCalls + (change.calls ?? 0));
  const doing = doingOf(branch, openRequests, openCalls);
  if (doing === time.doing) {
    branch.time = { ...time, openRequests, openCalls };
    return;
  }
  const spent = { ...time.spent, [time.doing]: (time.spent[time.doing] ?? 0) + Math.max(0, at - time.since) };
  branch.time = { spent, doing, since: at, openRequests, openCalls };
}

/** Milliseconds spent so, up to a moment. */
export function spentUntil({ spent, doing, since }: BranchTime, what: Doing, now: number): number {
  return (spent[what] ?? 0) + (doing === what ? Math.max(0, now - since) : 0);
}

function doingOf(
  branch: Pick<BranchState, 'status' | 'waitingFor' | 'endedAt'>,
  requests: number,
  calls: number,
): Doing {
  if (branch.endedAt !== null) return 'ended';
  if (branch.status === 'held' || branch.status === 'paused') return branch.status;
  if (branch.waitingFor !== null) return branch.waitingFor;
  if (calls > 0) return 'tools';
  return requests > 0 ? 'model' : 'other';
}
