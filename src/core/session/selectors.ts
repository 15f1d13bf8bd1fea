import type { BranchStatus } from './events.ts';
import type { Message } from './message.ts';
import type { BranchState, RequestState, SessionState } from './state.ts';
import { addUsage, NO_USAGE, type Usage } from './usage.ts';

const ENDED: ReadonlySet<BranchStatus> = new Set<BranchStatus>(['completed', 'failed', 'interrupted']);

export function hasEnded(branch: BranchState): boolean {
  return ENDED.has(branch.status);
}

export function branchesOf(state: SessionState): BranchState[] {
  return state.order.flatMap((id) => state.branches[id] ?? []);
}

export function rootOf(state: SessionState): BranchState | null {
  return branchesOf(state).find((branch) => branch.parent === null) ?? null;
}

/**
 * The conversation a branch's next request is built from: the parent's messages up to the fork point (the very same
 * objects), then its own.
 */
export function contextOf(state: SessionState, branchId: string): readonly Message[] {
  const branch = state.branches[branchId];
  if (!branch) return [];
  const own = branch.entries.map((entry) => entry.message);
  if (!branch.forkPoint) return own;
  const parent = contextOf(state, branch.forkPoint.branch);
  const last = parent.findIndex((message) => message.id === branch.forkPoint?.messageId);
  return [...parent.slice(0, last + 1), ...own];
}

export function lastRequestOf(state: SessionState, branch: BranchState): RequestState | null {
  const id = branch.requests.at(-1);
  return (id !== undefined && state.requests[id]) || null;
}

/** The requests of a branch that were answered, in order. */
export function answeredRequestsOf(state: SessionState, branch: BranchState): RequestState[] {
  return branch.requests.flatMap((id) => state.requests[id] ?? []).filter((request) => request.usage !== null);
}

export interface Totals {
  readonly branches: number;
  readonly active: number;
  readonly turns: number;
  readonly toolCalls: number;
  readonly usage: Usage;
  /** Answered requests whose tokens nobody stated. */
  readonly unknownUsage: number;
  /** USD; null when any price is unknown. */
  readonly cost: number | null;
  /** USD that the same requests would have cost without a cache; null when any price is unknown. */
  readonly uncachedCost: number | null;
}

/** A session's totals contain all of its branches, but for what an import marks as left out. */
export function totalsOf(state: SessionState): Totals {
  const all = branchesOf(state);
  const branches = all.filter(({ leftOut }) => leftOut !== 'abandoned' && leftOut !== 'inherited');
  const sum = (pick: (branch: BranchState) => number | null): number | null =>
    branches.reduce<number | null>((total, branch) => {
      const value = pick(branch);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    branches: all.filter(({ leftOut }) => leftOut !== 'inherited' && leftOut !== 'continuation').length,
    active: branches.filter((branch) => !hasEnded(branch)).length,
    turns: branches.reduce((total, branch) => total + branch.turns, 0),
    toolCalls: branches.reduce((total, branch) => total + branch.callOrder.length, 0),
    usage: branches.reduce((total, branch) => addUsage(total, branch.usage), NO_USAGE),
    unknownUsage: branches.reduce((total, branch) => total + branch.unknownUsage, 0),
    cost: sum((branch) => branch.cost),
    uncachedCost: sum((branch) => branch.uncachedCost),
  };
}

/** What a branch is doing now, in one line for its card. */
export function currentStepOf(state: SessionState, branch: BranchState): string {
  if (hasEnded(branch)) return branch.reason ?? firstLine(branch.report) ?? branch.status;
  if (branch.status === 'held' || branch.status === 'paused') return branch.reason ?? branch.status;
  const prompt = state.prompts.find((open) => open.branch === branch.id);
  if (prompt) return `asks: ${prompt.title}`;
  if (branch.waitingFor === 'children') return branch.reason ?? 'waits for its forks';
  if (branch.waitingFor === 'retry') return branch.reason ?? 'waits to try again';
  const running = branch.callOrder.findLast((id) => branch.calls[id]?.status === 'running');
  const call = running === undefined ? undefined : branch.calls[running];
  if (call) return call.title;
  if (branch.live.text) return lastLine(branch.live.text);
  if (branch.live.thought) return lastLine(branch.live.thought);
  if (branch.status === 'starting') return branch.reason ?? 'starting';
  return 'waits for the model';
}

function firstLine(text: string | null): string | null {
  return (
    text
      ?.split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? null
  );
}

function lastLine(text: string): string {
  return (
    text
      .trimEnd()
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}
