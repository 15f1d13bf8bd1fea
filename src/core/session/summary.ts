import type { BranchKind, BranchStatus, LeftOut } from './events.ts';
import { branchesOf, lastRequestOf, totalsOf } from './selectors.ts';
import type { BranchState, Problem, SessionState } from './state.ts';
import type { Usage } from './usage.ts';

export interface BranchSummary {
  readonly id: string;
  readonly parentId: string | null;
  readonly kind: BranchKind;
  readonly title: string;
  readonly status: BranchStatus;
  readonly turns: number;
  readonly toolCalls: number;
  readonly model: string;
  /** Null when the source of an import states no tokens. */
  readonly usage: Usage | null;
  /** Tokens of attempts that were thrown away: paid for as well, and not in `usage`. */
  readonly brokenUsage: Usage;
  /** Requests whose tokens are estimates, because their server reported none. */
  readonly estimatedUsage: number;
  /** Answered requests whose tokens nobody stated. */
  readonly unknownUsage: number;
  readonly costUsd: number | null;
  readonly prefix: { readonly sharedBytes: number; readonly againstBytes: number; readonly whole: boolean } | null;
  readonly worktree: {
    readonly path: string;
    readonly baseCommit: string;
    readonly files: number;
    readonly added: number;
    readonly removed: number;
    readonly paths: readonly string[];
  } | null;
  /** The agent's name; null for a branch that is no subagent. */
  readonly agent: string | null;
  /** How often older messages left its context. */
  readonly compactions: number;
  /** Why the totals leave something of it out; null when they contain all of it. */
  readonly leftOut: LeftOut | null;
}

/** What `show --json` prints. */
export interface SessionSummary {
  readonly source: string;
  readonly sessionId: string;
  readonly title: string;
  /** False when an import's source states no times. */
  readonly timesKnown: boolean;
  readonly branches: readonly BranchSummary[];
  readonly totals: {
    readonly branches: number;
    readonly turns: number;
    readonly toolCalls: number;
    /** Null when the source of an import states no tokens: unknown is not 0. */
    readonly usage: Usage | null;
    readonly brokenUsage: Usage;
    readonly estimatedUsage: number;
    /** Answered requests whose tokens nobody stated; `usage` sums the others. */
    readonly unknownUsage: number;
    readonly costUsd: number | null;
  };
  readonly problems: readonly Problem[];
}

export function summaryOf(state: SessionState, source: string): SessionSummary {
  const { branches, turns, toolCalls, usage, brokenUsage, estimatedUsage, unknownUsage, cost } = totalsOf(state);
  const costUsd = usageKnown(state) ? cost : null;
  return {
    source,
    sessionId: state.session?.sessionId ?? '',
    title: state.title,
    timesKnown: state.session?.timesKnown !== false,
    branches: branchesOf(state).map((branch) => branchSummary(state, branch)),
    totals: {
      branches,
      turns,
      toolCalls,
      usage: usageKnown(state) ? usage : null,
      brokenUsage,
      estimatedUsage,
      unknownUsage,
      costUsd,
    },
    problems: state.problems,
  };
}

function usageKnown(state: SessionState): boolean {
  return state.session?.usageKnown !== false;
}

function branchSummary(state: SessionState, branch: BranchState): BranchSummary {
  const first = branch.requests[0];
  const firstPrefix = first === undefined ? null : (state.requests[first]?.prefix ?? null);
  const prefix = branch.kind === 'root' ? (lastRequestOf(state, branch)?.prefix ?? null) : firstPrefix;
  return {
    id: branch.id,
    parentId: branch.parent,
    kind: branch.kind,
    title: branch.title,
    status: branch.status,
    turns: branch.turns,
    toolCalls: branch.callOrder.length,
    model: branch.model,
    usage: usageKnown(state) ? branch.usage : null,
    brokenUsage: branch.brokenUsage,
    estimatedUsage: branch.estimatedUsage,
    unknownUsage: branch.unknownUsage,
    costUsd: usageKnown(state) ? branch.cost : null,
    prefix: prefix && {
      sharedBytes: prefix.sharedBytes,
      againstBytes: prefix.againstBytes,
      whole: prefix.divergence === null,
    },
    worktree: branch.worktree && {
      path: branch.worktree.path,
      baseCommit: branch.worktree.baseCommit,
      files: branch.worktree.files,
      added: branch.worktree.added,
      removed: branch.worktree.removed,
      paths: branch.worktree.paths,
    },
    agent: branch.role?.agent ?? null,
    compactions: branch.compactions.length,
    leftOut: branch.leftOut,
  };
}
