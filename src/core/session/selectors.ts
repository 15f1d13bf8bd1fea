import type { BranchStatus } from './events.ts';
import type { Message } from './message.ts';
import { plainWords } from './plain-words.ts';
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

type Branches = Pick<SessionState, 'branches'>;

/**
 * The conversation a branch's next request is built from: the parent's messages up to the fork point (the very same
 * objects), then its own. After a compaction it is what that left, and the messages since.
 */
export function contextOf(state: Branches, branchId: string): readonly Message[] {
  return contextAfter(state, branchId, state.branches[branchId]?.compactions.length ?? 0);
}

/**
 * The messages of a branch up to and including one, as a fork from there inherits them: after the latest compaction that
 * still holds it, with `compactions` of them made. Empty when the branch has no such message.
 */
export function historyUpTo(
  state: Branches,
  branchId: string,
  messageId: string,
  compactions = state.branches[branchId]?.compactions.length ?? 0,
): readonly Message[] {
  const made = compactionsMadeAt(state, branchId, messageId, compactions);
  const context = made === null ? [] : contextAfter(state, branchId, made);
  return context.slice(0, context.findIndex(({ id }) => id === messageId) + 1);
}

/** How many of a branch's first `compactions` were made when its context last held a message; null when it never did. */
export function compactionsMadeAt(
  state: Branches,
  branchId: string,
  messageId: string,
  compactions = state.branches[branchId]?.compactions.length ?? 0,
): number | null {
  for (let made = compactions; made >= 0; made--) {
    if (contextAfter(state, branchId, made).some(({ id }) => id === messageId)) return made;
  }
  return null;
}

/** The context with the first compactions made, as many as named, and no later one. */
function contextAfter(state: Branches, branchId: string, compactions: number): readonly Message[] {
  const branch = state.branches[branchId];
  if (!branch) return [];
  const last = branch.compactions[compactions - 1];
  const own = branch.entries.slice(last?.entries ?? 0).map((entry) => entry.message);
  if (last) return [...last.messages, ...own];
  if (!branch.forkPoint) return own;
  const { branch: parent, messageId } = branch.forkPoint;
  return [...historyUpTo(state, parent, messageId, branch.parentCompactions), ...own];
}

/** How many messages at the head of a branch's context it has from its parent. */
export function inheritedCount(state: Branches, branchId: string): number {
  const own = new Set(state.branches[branchId]?.entries.map(({ message }) => message.id));
  const context = contextOf(state, branchId);
  const first = context.findIndex(({ id }) => own.has(id));
  return first < 0 ? context.length : first;
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
  /** Tokens of attempts that were thrown away: paid for as well, and not in `usage`. */
  readonly brokenUsage: Usage;
  /** Requests whose tokens are estimates. */
  readonly estimatedUsage: number;
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
    brokenUsage: branches.reduce((total, branch) => addUsage(total, branch.brokenUsage), NO_USAGE),
    estimatedUsage: branches.reduce((total, branch) => total + branch.estimatedUsage, 0),
    unknownUsage: branches.reduce((total, branch) => total + branch.unknownUsage, 0),
    cost: sum((branch) => branch.cost),
    uncachedCost: sum((branch) => branch.uncachedCost),
  };
}

/** What a branch is doing now, in one line for its card. */
export function currentStepOf(state: SessionState, branch: BranchState): string {
  if (hasEnded(branch)) return branch.reason ?? headOfReport(branch.report) ?? branch.status;
  if (branch.status === 'held' || branch.status === 'paused') return branch.reason ?? branch.status;
  const prompt = state.prompts.find((open) => open.branch === branch.id);
  if (prompt) return `asks: ${prompt.title}`;
  if (branch.waitingFor === 'children')
    return waitsForWords(state, branch) ?? branch.reason ?? 'waits for its branches';
  if (branch.waitingFor === 'retry') return branch.reason ?? 'waits to try again';
  const running = branch.callOrder.findLast((id) => branch.calls[id]?.status === 'running');
  const call = running === undefined ? undefined : branch.calls[running];
  if (call) return call.title;
  if (branch.live.text) return plainWords(lastLine(branch.live.text));
  if (branch.live.thought) return plainWords(lastLine(branch.live.thought));
  if (branch.status === 'starting') return branch.reason ?? 'starting';
  return 'waits for the model';
}

/** Whom a branch waits for, by kind, e.g. `waits for 3 subagents`; null when all of its children have ended. */
export function waitsForWords({ branches }: Branches, { children }: Pick<BranchState, 'children'>): string | null {
  const out = children.flatMap((id) => branches[id] ?? []).filter((child) => !hasEnded(child));
  const words = (['subagent', 'fork'] as const).flatMap((kind) => {
    const number = out.filter((child) => child.kind === kind).length;
    return number === 0 ? [] : [number === 1 ? `one ${kind}` : `${number} ${kind}s`];
  });
  return words.length === 0 ? null : `waits for ${words.join(' and ')}`;
}

/** What a report found, in one line: its `Result:`, for the card has its scope as a title already. */
function headOfReport(report: string | null): string | null {
  const result = report?.match(/^\**Result:\**\s*(\S.*)$/m)?.[1];
  return plainWords(result ?? firstLine(report) ?? '') || null;
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
