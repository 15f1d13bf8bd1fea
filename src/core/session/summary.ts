import type { BranchKind, BranchStatus } from './events.ts';
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
  readonly usage: Usage;
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
}

/** What `show --json` prints. */
export interface SessionSummary {
  readonly source: string;
  readonly sessionId: string;
  readonly title: string;
  readonly branches: readonly BranchSummary[];
  readonly totals: {
    readonly branches: number;
    readonly turns: number;
    readonly toolCalls: number;
    readonly usage: Usage;
    readonly costUsd: number | null;
  };
  readonly problems: readonly Problem[];
}

export function summaryOf(state: SessionState, source: string): SessionSummary {
  const { branches, turns, toolCalls, usage, cost } = totalsOf(state);
  return {
    source,
    sessionId: state.session?.sessionId ?? '',
    title: state.title,
    branches: branchesOf(state).map((branch) => branchSummary(state, branch)),
    totals: { branches, turns, toolCalls, usage, costUsd: cost },
    problems: state.problems,
  };
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
    usage: branch.usage,
    costUsd: branch.cost,
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
  };
}
