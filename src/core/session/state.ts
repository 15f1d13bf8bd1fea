import type { CacheRules } from '../prefix/cache-rules.ts';
import type { PrefixReport } from '../prefix/segments.ts';
import type { Snapshot } from '../prefix/snapshot.ts';
import type { BoundKind } from '../subagent/bounds.ts';
import type { BranchTime } from './branch-time.ts';
import type {
  BranchCreated,
  BranchKind,
  BranchStatus,
  Compaction,
  LeftOut,
  MessageAdded,
  PermissionAsked,
  SegmentRef,
  SessionCreated,
  SubagentRole,
  WaitingFor,
  WorktreeCreated,
  WorktreeMerged,
} from './events.ts';
import type { Message } from './message.ts';
import type { Usage } from './usage.ts';

/** A message in its branch, with what the transcript needs. */
export interface TranscriptEntry {
  readonly message: Message;
  readonly author: MessageAdded['author'];
  readonly at: number;
  readonly seq: number;
}

/** A compaction and the context that it left. */
export interface CompactionState extends Omit<Compaction, 'type' | 'branch'> {
  readonly at: number;
  readonly seq: number;
  /** How many of the branch's own messages (`entries`) come before it: the seam stands behind them. */
  readonly entries: number;
  /** The context right after it. */
  readonly messages: readonly Message[];
  /** The branch's last request before it; null when there was none. */
  readonly afterRequest: string | null;
}

export interface ToolCallState {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly status: 'running' | 'ok' | 'error' | 'denied' | 'interrupted';
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The request whose answer asked for it; null when the log has none before it. */
  readonly requestId: string | null;
}

export interface RequestState {
  readonly requestId: string;
  readonly branch: string;
  readonly step: number;
  readonly attempt: number;
  readonly model: string;
  readonly startedAt: number;
  readonly firstByteAt: number | null;
  readonly endedAt: number | null;
  readonly base: { readonly requestId: string; readonly keep: number } | null;
  readonly added: readonly SegmentRef[];
  readonly totalBytes: number;
  readonly prefix: PrefixReport | null;
  /** How the provider's cache treats it; null when the log does not say. */
  readonly cache: CacheRules | null;
  /** Set when it does not ask for the branch's next step. */
  readonly purpose: 'summary' | null;
  readonly usage: Usage | null;
  /** True when `usage` is worked out from bytes. */
  readonly estimated: boolean;
  /** What the provider has counted so far; null when nothing, and when the request has ended. */
  readonly usageSoFar: { readonly usage: Usage; readonly cost: number | null } | null;
  readonly cost: number | null;
  readonly uncachedCost: number | null;
  /** USD of the same step for a fresh agent with only a brief; null when unknown, undefined when nothing was inherited. */
  readonly freshCost: number | null | undefined;
  /** The provider's own word for how the answer ended; null while it runs and when it failed. */
  readonly finishReason: string | null;
  readonly failure: { readonly kind: string; readonly message: string; readonly retryInMs: number | null } | null;
}

export interface WorktreeState {
  readonly path: string;
  readonly baseCommit: string;
  readonly gitBranch: string | null;
  readonly notices: WorktreeCreated['notices'];
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly paths: readonly string[];
  /** Commit of the files at this moment; undefined when none is kept. */
  readonly snapshot?: string | undefined;
  readonly removedRef: string | null | undefined;
  /** What it changed came with an imported bundle; its folder is somebody else's. Absent for all others. */
  readonly isCarried?: true;
  /** What was brought into the parent, oldest first; absent when nothing was. */
  readonly merges?: readonly MergeState[];
}

/** One merge of a worktree into the checkout that it was forked from. */
export interface MergeState {
  readonly into: string;
  readonly way: WorktreeMerged['way'];
  readonly paths: readonly string[];
  readonly commit: string | null;
  readonly at: number;
  /** Takes it back, or, when it is taken back, brings it in again. */
  readonly undoId: string;
  readonly undoRef: string;
  readonly isUndone: boolean;
}

/** A piece of terminal output with its place in the log, so that replay can cut it. */
export interface TerminalChunk {
  readonly callId: string;
  readonly data: string;
}

export interface BranchState {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: BranchKind;
  readonly title: string;
  readonly directive: string | null;
  readonly forkPoint: BranchCreated['forkPoint'];
  readonly callId: string | null;
  readonly snapshot: 'inherited' | 'prepared';
  readonly snapshotVersion: number;
  readonly root: string;
  /** The only tools that may run in it; null when all may. */
  readonly allowedTools: readonly string[] | null;
  readonly leftOut: LeftOut | null;
  /** What a subagent is; null for other branches, and in imports. */
  readonly role: SubagentRole | null;
  /** How many compactions its parent had when it was born: its inherited messages are those of that moment. */
  readonly parentCompactions: number;
  readonly children: readonly string[];
  readonly status: BranchStatus;
  readonly waitingFor: WaitingFor | null;
  readonly reason: string | null;
  readonly report: string | null;
  readonly recovered: boolean;
  /** The bound that ended it; null when none did. */
  readonly bound: BoundKind | null;
  /** True once its report stands in a message of the parent. */
  readonly delivered: boolean;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly time: BranchTime;
  readonly model: string;
  readonly turns: number;
  readonly steps: number;
  /** Own messages; inherited ones are found through `forkPoint`. */
  readonly entries: readonly TranscriptEntry[];
  /** Oldest first. */
  readonly compactions: readonly CompactionState[];
  readonly calls: { readonly [callId: string]: ToolCallState };
  readonly callOrder: readonly string[];
  readonly requests: readonly string[];
  readonly usage: Usage;
  /** Requests that ended without a word on their tokens: `usage` is only a lower bound then. */
  readonly unknownUsage: number;
  /** Requests whose tokens nobody reported, and that are in `usage` or `brokenUsage` as estimates. */
  readonly estimatedUsage: number;
  /** USD; null as soon as one request had no known price. */
  readonly cost: number | null;
  readonly uncachedCost: number | null;
  /** Tokens of attempts that were thrown away. */
  readonly brokenUsage: Usage;
  /** Text of the answer that is being streamed; empty between requests. */
  readonly live: { readonly text: string; readonly thought: string };
  readonly terminal: readonly TerminalChunk[];
  readonly worktree: WorktreeState | null;
}

export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly branch: string | null;
  readonly text: string;
  readonly at: number;
}

/** A line of the log that could not be used, and why. */
export interface Problem {
  readonly line: number;
  readonly reason: string;
}

/** Everything the screen shows, folded from the log. */
export interface SessionState {
  readonly session: SessionCreated | null;
  readonly title: string;
  readonly lastSeq: number;
  readonly lastAt: number;
  /** By version. */
  readonly snapshots: { readonly [version: number]: Snapshot };
  readonly branches: { readonly [id: string]: BranchState };
  /** Branch ids in the order of their birth. */
  readonly order: readonly string[];
  readonly requests: { readonly [id: string]: RequestState };
  /** Open permission prompts, oldest first. */
  readonly prompts: readonly (PermissionAsked & { readonly at: number })[];
  readonly notices: readonly Notice[];
  readonly problems: readonly Problem[];
}

export const EMPTY_SESSION: SessionState = {
  session: null,
  title: '',
  lastSeq: 0,
  lastAt: 0,
  snapshots: {},
  branches: {},
  order: [],
  requests: {},
  prompts: [],
  notices: [],
  problems: [],
};
