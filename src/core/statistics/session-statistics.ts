import { type Doing, spentUntil } from '../session/branch-time.ts';
import type { BranchKind, BranchStatus } from '../session/events.ts';
import { branchesOf, totalsOf } from '../session/selectors.ts';
import type { BranchState, RequestState, SessionState } from '../session/state.ts';
import { addUsage, cacheShare, type Usage } from '../session/usage.ts';
import { type FileFigures, filesRead } from './files-read.ts';
import { type ToolFigures, toolFigures } from './tool-figures.ts';

/**
 * Milliseconds of a branch, each moment counted once. In imports `waiting` and `held` are null: no other tool writes down
 * that a branch stood still, so its waits are inside `other`.
 */
export interface TimeFigures {
  readonly model: number;
  readonly tools: number;
  /** For a permission, for forks, or for the next try. */
  readonly waiting: number | null;
  readonly held: number | null;
  /** Paused, starting, or between two steps. */
  readonly other: number;
}

export interface BranchFigures {
  readonly id: string;
  readonly title: string;
  readonly kind: BranchKind;
  readonly status: BranchStatus;
  readonly turns: number;
  readonly steps: number;
  readonly toolCalls: number;
  /** Null when the source of an import states no times. */
  readonly time: TimeFigures | null;
  /** All tokens that are known, broken attempts included; null when the source states none at all. */
  readonly usage: Usage | null;
  /** Answered requests whose tokens nobody stated: `usage` is a lower bound then. */
  readonly unknownUsage: number;
  /** USD; null when a price or the tokens are unknown. */
  readonly cost: number | null;
  /** 0 to 1; null when no input is known. */
  readonly cacheShare: number | null;
}

/** One answered request whose tokens are known, in the order of their start. */
export interface CachePoint {
  readonly requestId: string;
  readonly branch: string;
  /** Counts from 1 over the whole session. */
  readonly number: number;
  /** Milliseconds since 1970; null when the source states no times. */
  readonly at: number | null;
  readonly input: number;
  readonly cacheRead: number;
  readonly share: number;
}

export interface SessionStatistics {
  readonly isImported: boolean;
  /** Branches that count, in the order of their birth. */
  readonly branches: readonly BranchFigures[];
  readonly totals: Omit<BranchFigures, 'id' | 'title' | 'kind' | 'status' | 'steps'> & { readonly branches: number };
  readonly tools: readonly ToolFigures[];
  readonly cache: readonly CachePoint[];
  readonly files: readonly FileFigures[];
}

/** The numbers of a session as it stands; `now` ends what goes on (milliseconds since 1970). */
export function sessionStatistics(state: SessionState, now: number): SessionStatistics {
  const counted = branchesOf(state).filter(({ leftOut }) => leftOut !== 'abandoned' && leftOut !== 'inherited');
  const branches = counted.map((branch) => branchFigures(state, branch, now));
  const totals = totalsOf(state);
  const usage = usageIsKnown(state) ? addUsage(totals.usage, totals.brokenUsage) : null;
  return {
    isImported: state.session?.importedFrom !== undefined,
    branches,
    totals: {
      branches: totals.branches,
      turns: totals.turns,
      toolCalls: totals.toolCalls,
      time: sumOfTimes(branches),
      usage,
      unknownUsage: totals.unknownUsage,
      cost: usage && totals.cost,
      cacheShare: usage && cacheShare(usage),
    },
    tools: toolFigures(state, counted, now),
    cache: cachePoints(state, counted),
    files: filesRead(counted),
  };
}

export function timesAreKnown({ session }: SessionState): boolean {
  return session?.timesKnown !== false;
}

export function usageIsKnown({ session }: SessionState): boolean {
  return session?.usageKnown !== false;
}

function branchFigures(state: SessionState, branch: BranchState, now: number): BranchFigures {
  const { id, title, kind, status, turns, steps, callOrder, unknownUsage, cost } = branch;
  const usage = usageIsKnown(state) ? addUsage(branch.usage, branch.brokenUsage) : null;
  return {
    id,
    title,
    kind,
    status,
    turns,
    steps,
    toolCalls: callOrder.length,
    time: timesAreKnown(state) ? timeOf(state, branch, now) : null,
    usage,
    unknownUsage,
    cost: usage && cost,
    cacheShare: usage && cacheShare(usage),
  };
}

function timeOf(state: SessionState, { time }: BranchState, now: number): TimeFigures {
  const spent = (...all: Doing[]) => all.reduce((sum, doing) => sum + spentUntil(time, doing, now), 0);
  const isOurs = state.session?.importedFrom === undefined;
  return {
    model: spent('model'),
    tools: spent('tools'),
    waiting: isOurs ? spent('permission', 'children', 'retry') : null,
    held: isOurs ? spent('held') : null,
    other: spent('paused', 'other'),
  };
}

function sumOfTimes(branches: readonly BranchFigures[]): TimeFigures | null {
  const times = branches.flatMap(({ time }) => time ?? []);
  if (times.length < branches.length) return null;
  const sum = (pick: (time: TimeFigures) => number) => times.reduce((total, time) => total + pick(time), 0);
  const sumKnown = (pick: (time: TimeFigures) => number | null) =>
    times.reduce<number | null>((total, time) => {
      const value = pick(time);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    model: sum(({ model }) => model),
    tools: sum(({ tools }) => tools),
    waiting: sumKnown(({ waiting }) => waiting),
    held: sumKnown(({ held }) => held),
    other: sum(({ other }) => other),
  };
}

function cachePoints(state: SessionState, branches: readonly BranchState[]): CachePoint[] {
  const known = timesAreKnown(state);
  return branches
    .flatMap(({ requests }) =>
      requests.flatMap((id): RequestState[] => (state.requests[id] ? [state.requests[id]] : [])),
    )
    .sort((a, b) => a.startedAt - b.startedAt)
    .flatMap(({ requestId, branch, startedAt, usage }) => {
      const share = usage && cacheShare(usage);
      if (!usage || share === null) return [];
      return [
        { requestId, branch, at: known ? startedAt : null, input: usage.input, cacheRead: usage.cacheRead, share },
      ];
    })
    .map((point, index) => ({ ...point, number: index + 1 }));
}
