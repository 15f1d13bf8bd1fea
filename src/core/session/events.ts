import type { CompactionChange } from '../compaction/compaction-change.ts';
import type { CacheRules } from '../prefix/cache-rules.ts';
import type { PrefixReport, SegmentKind } from '../prefix/segments.ts';
import type { Snapshot } from '../prefix/snapshot.ts';
import type { BoundKind } from '../subagent/bounds.ts';
import type { Message } from './message.ts';
import type { Usage } from './usage.ts';

/** Version of the log's format. Each older version has one migration. */
export const LOG_VERSION = 1;

export type BranchKind = 'root' | 'fork' | 'subagent';
export type Approval = 'all' | 'edits' | 'none';
export type Isolation = 'worktree' | 'none';
export type ActiveStatus = 'starting' | 'held' | 'running' | 'waiting' | 'paused';
export type EndStatus = 'completed' | 'failed' | 'interrupted';
export type BranchStatus = ActiveStatus | EndStatus;
export type WaitingFor = 'permission' | 'children' | 'retry';

/** Every stored line has these. `seq` counts lines from 1; `at` is milliseconds since 1970. */
interface Stored {
  readonly seq: number;
  readonly at: number;
}
interface InBranch {
  readonly branch: string;
}

export interface SessionCreated {
  readonly type: 'session-created';
  readonly version: number;
  readonly sessionId: string;
  readonly title: string;
  /** Absolute path of the workspace's root, its git branch (null when detached) and commit. */
  readonly workspace: { readonly root: string; readonly gitBranch: string | null; readonly head: string };
  readonly provider: string;
  readonly model: string;
  readonly approval: Approval;
  readonly isolation: Isolation;
  readonly maxForks: number;
  /** USD; null when there is no budget. */
  readonly budget: number | null;
  /** Set when the session was translated from another tool's transcript. */
  readonly importedFrom?: ImportOrigin;
  /** False when the source states no times: `at` then only keeps the order, and must be shown as unknown. */
  readonly timesKnown?: false;
  /** False when the source's format states no tokens at all: sums are then unknown, not 0. */
  readonly usageKnown?: false;
}
export interface ImportOrigin {
  /** The tool that wrote the transcript, e.g. `claude-code`. */
  readonly tool: string;
  /** Absolute path of the file or folder it was read from. */
  readonly path: string;
  /** The tool's own name for the session; null when it gave none. */
  readonly id: string | null;
  /** Branches whose changes came along in the file, so that they can be read and merged without their worktrees. */
  readonly forks?: readonly string[];
}
/** Why a session's totals leave something of a branch out. Only imports need it. */
export type LeftOut =
  /** Rewound away in the source: kept to be read, but its turns, calls and tokens are not counted. */
  | 'abandoned'
  /** Belongs to another session, which a fork replays: nothing of it is counted, nor is it a branch of this session. */
  | 'inherited'
  /** Goes on where its parent ended for good: the two are one path, and count as one branch. */
  | 'continuation';
export interface SessionRenamed {
  readonly type: 'session-renamed';
  readonly title: string;
}
export interface ApprovalChanged {
  readonly type: 'approval-changed';
  readonly approval: Approval;
}

export interface BudgetChanged {
  readonly type: 'budget-changed';
  /** USD; null when there is none any more. */
  readonly budget: number | null;
}

/** The session's folder is another one from here on: what was imported came from a computer where it lay elsewhere. */
export interface WorkspaceChanged {
  readonly type: 'workspace-changed';
  readonly workspace: SessionCreated['workspace'];
}

/** Frozen request parameters, stored once and named by their version, so that a reopened session sends the same bytes. */
export interface SnapshotTaken {
  readonly type: 'snapshot-taken';
  readonly snapshot: Snapshot;
}

/** A branch is born. A fork's history is the parent's up to the fork point: a reference, never a copy. */
export interface BranchCreated extends InBranch {
  readonly type: 'branch-created';
  readonly parent: string | null;
  readonly kind: BranchKind;
  readonly title: string;
  readonly directive: string | null;
  /** The last message of the parent that is shared; null when nothing is. */
  readonly forkPoint: { readonly branch: string; readonly messageId: string } | null;
  /** The parent's `agent` call that asked for it; null when a person did. */
  readonly callId: string | null;
  /** `inherited`: the parent's frozen request parameters; `prepared`: the fallback, nothing is shared. */
  readonly snapshot: 'inherited' | 'prepared';
  readonly snapshotVersion: number;
  /** The directory its tools work in. */
  readonly root: string;
  /** The only tools that may run in it, by name; absent when all may. The others stay declared, and are refused. */
  readonly allowedTools?: readonly string[];
  readonly leftOut?: LeftOut;
  /** What a subagent is; absent for other branches, and in imports. */
  readonly role?: SubagentRole;
}
/** What a subagent was started as, so that it goes on as the same one after a restart, whatever its file says by then. */
export interface SubagentRole {
  /** The agent's name. */
  readonly agent: string;
  /** What it may run, by name. */
  readonly tools: readonly string[];
  /** Names of the skills it may load; null for all. */
  readonly skills: readonly string[] | null;
  /** True when its calls stand in its text. */
  readonly textMode: boolean;
  /** `deny`: what would have to be asked is denied. */
  readonly whenAsking: 'ask' | 'deny';
  /** True when the parent did not wait for it. */
  readonly background: boolean;
  /** Its own limit of steps; null for the one of the settings. */
  readonly maxTurns: number | null;
}
/** A branch asks with other parameters from its next request on: a person chose another model. */
export interface BranchModelChanged extends InBranch {
  readonly type: 'branch-model-changed';
  /** Of a snapshot that was taken before. */
  readonly snapshotVersion: number;
}
export interface BranchStatusChanged extends InBranch {
  readonly type: 'branch-status';
  readonly status: ActiveStatus;
  readonly waitingFor?: WaitingFor;
  /** Plain words, e.g. "held: fork 1 is warming the cache". */
  readonly reason?: string;
}
export interface BranchEnded extends InBranch {
  readonly type: 'branch-ended';
  readonly status: EndStatus;
  /** Plain words: why it failed, or who interrupted it. */
  readonly reason: string | null;
  /** The last message's text, handed to the parent; null when there is none. */
  readonly report: string | null;
  /** True when the end was written after a crash, not by the branch itself. */
  readonly recovered?: boolean;
  /** The bound that ended it, if one did; the report is then what it had found by then. */
  readonly bound?: BoundKind;
}
export interface TurnStarted extends InBranch {
  readonly type: 'turn-started';
  readonly turn: number;
  readonly origin: 'person' | 'directive' | 'notification';
}
export interface MessageAdded extends InBranch {
  readonly type: 'message-added';
  readonly message: Message;
  /** Who wrote it, for the transcript. `stand-in` keeps the history valid after an interrupt. */
  readonly author: 'person' | 'model' | 'tools' | 'fork-start' | 'notification' | 'stand-in';
}

/** One segment of a request: where its bytes are stored, and how many. */
export interface SegmentRef {
  readonly kind: SegmentKind;
  readonly hash: string;
  readonly bytes: number;
}
/** Written before the request leaves. Its segments are those of `base`, cut after `keep`, plus `added`. */
export interface RequestStarted extends InBranch {
  readonly type: 'request-started';
  readonly requestId: string;
  readonly step: number;
  readonly attempt: number;
  readonly model: string;
  /** Set when it does not ask for the branch's next step. */
  readonly purpose?: 'summary';
  readonly base: { readonly requestId: string; readonly keep: number } | null;
  readonly added: readonly SegmentRef[];
  readonly totalBytes: number;
  /** Hash over the whole chain of segments. */
  readonly chain: string;
  /** What it shares with the parent's last request (a first request) or with the branch's own last one. */
  readonly prefix: PrefixReport | null;
  /** How the provider's cache treats it; absent in logs that were written before this was stored, and in imports. */
  readonly cache?: CacheRules;
}
export interface RequestFirstByte extends InBranch {
  readonly type: 'request-first-byte';
  readonly requestId: string;
}
/** What the provider has counted so far of a request that still runs. The end of the request says it all again. */
export interface RequestUsage extends InBranch {
  readonly type: 'request-usage';
  readonly requestId: string;
  readonly usage: Usage;
  /** USD; null when the price is unknown. */
  readonly cost: number | null;
}
export interface TextDelta extends InBranch {
  readonly type: 'text-delta';
  readonly requestId: string;
  readonly thought: boolean;
  readonly text: string;
}
export interface RequestEnded extends InBranch {
  readonly type: 'request-ended';
  readonly requestId: string;
  readonly finishReason: string;
  readonly usage: Usage | null;
  /** True when the server reported no tokens, and they are worked out from bytes. */
  readonly estimated?: true;
  /** USD; null when the price is unknown. */
  readonly cost: number | null;
  readonly uncachedCost: number | null;
  /**
   * USD that a fresh agent with only a brief would have paid for the same step: see `freshCostOfRequest`. Null when the
   * price is unknown; absent where nothing was inherited.
   */
  readonly freshCost?: number | null;
}
export interface RequestFailed extends InBranch {
  readonly type: 'request-failed';
  readonly requestId: string;
  readonly kind: string;
  /** One plain sentence with a next step. */
  readonly message: string;
  /** Tokens of the broken attempt, kept apart from the branch's own. */
  readonly usage: Usage | null;
  /** True when the server reported no tokens though an answer had begun, and they are worked out from bytes. */
  readonly estimated?: true;
  readonly cost: number | null;
  /** Milliseconds until the next attempt; null when there is none. */
  readonly retryInMs: number | null;
}

/**
 * Older messages left the context of a branch, and something stands for them; the log keeps them. Messages after this
 * line follow on the context that it leaves.
 */
export interface Compaction extends InBranch {
  readonly type: 'compaction';
  /** `model`: what the former model signed left the context, for another one takes over. */
  readonly kind: 'duplicate-reads' | 'truncation' | 'summary' | 'model';
  /**
   * `window`: the next request would have been too large; `overflow`: the provider refused one that was; `choice`: a
   * person chose another model.
   */
  readonly trigger: 'window' | 'overflow' | 'choice';
  readonly change: CompactionChange;
  /** Of the context, without system text and tools. */
  readonly before: { readonly messages: number; readonly bytes: number };
  readonly after: { readonly messages: number; readonly bytes: number };
  /** Tokens that the next request would have had, as far as is known, and the most that it may have. */
  readonly tokens: number;
  readonly allowedTokens: number;
  /** What it does to the cached prefix of the branch's last request; null when there was none. */
  readonly prefix: CompactedPrefix | null;
}
export interface CompactedPrefix {
  /** Bytes of the last request that the next one still begins with. */
  readonly keptBytes: number;
  /** Bytes of the last request that it no longer has in the same place. */
  readonly lostBytes: number;
  /** About how many tokens are read anew instead of from the cache, and what that costs more; in USD, null when unknown. */
  readonly rereadTokens: number;
  readonly extraCost: number | null;
}

export interface ToolStarted extends InBranch {
  readonly type: 'tool-started';
  readonly callId: string;
  readonly name: string;
  /** One line for the card, e.g. `bash npm test`. */
  readonly title: string;
}
export interface TerminalData extends InBranch {
  readonly type: 'terminal-data';
  readonly callId: string;
  readonly data: string;
}
export interface ToolEnded extends InBranch {
  readonly type: 'tool-ended';
  readonly callId: string;
  readonly status: 'ok' | 'error' | 'denied' | 'interrupted';
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface PermissionAsked extends InBranch {
  readonly type: 'permission-asked';
  readonly promptId: string;
  readonly callId: string;
  readonly tool: string;
  readonly title: string;
  readonly detail: string;
}
export interface PermissionAnswered extends InBranch {
  readonly type: 'permission-answered';
  readonly promptId: string;
  readonly answer: 'allow' | 'deny' | 'withdrawn';
  readonly scope: 'once' | 'branch' | 'subtree' | 'session';
  readonly word: string | null;
}

export interface WorktreeCreated extends InBranch {
  readonly type: 'worktree-created';
  readonly path: string;
  readonly baseCommit: string;
  readonly gitBranch: string | null;
  readonly notices: readonly string[];
}
export interface WorktreeChanged extends InBranch {
  readonly type: 'worktree-changed';
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly paths: readonly string[];
  /** Commit that keeps the files as they were then; absent in older logs, and where none could be made. */
  readonly snapshot?: string | undefined;
}
export interface WorktreeRemoved extends InBranch {
  readonly type: 'worktree-removed';
  readonly backupRef: string | null;
}
/** A discarded worktree is back, made from its backup. */
export interface WorktreeRestored extends InBranch {
  readonly type: 'worktree-restored';
  readonly path: string;
  readonly baseCommit: string;
  readonly gitBranch: string | null;
  readonly backupRef: string;
  readonly notices: readonly string[];
}
/** Work of a branch's worktree was brought into the checkout that it was forked from. */
export interface WorktreeMerged extends InBranch {
  readonly type: 'worktree-merged';
  /** The checkout that was written to. */
  readonly into: string;
  readonly way: 'changes' | 'commit' | 'commits';
  readonly paths: readonly string[];
  /** HEAD afterwards, when commits were made; else null. */
  readonly commit: string | null;
  readonly undoId: string;
  readonly undoRef: string;
}
/** A merge, or an undo, was taken back. */
export interface WorktreeUndone extends InBranch {
  readonly type: 'worktree-undone';
  readonly undoId: string;
  /** Takes this undo back in turn. */
  readonly redoId: string;
  readonly redoRef: string;
  readonly paths: readonly string[];
}

/** The reports of these branches reached their parent in one message. Written once per branch. */
export interface ReportDelivered extends InBranch {
  readonly type: 'report-delivered';
  readonly from: readonly string[];
  readonly messageId: string;
}
export interface NoticeGiven {
  readonly type: 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly branch: string | null;
  readonly text: string;
}
/** A damaged spot in the transcript that a session was translated from. */
export interface SourceProblem {
  readonly type: 'source-problem';
  /** Line of the source file, counted from 1; 0 when no line can be named. */
  readonly line: number;
  readonly reason: string;
}

export type EventBody =
  | SessionCreated
  | SessionRenamed
  | ApprovalChanged
  | BudgetChanged
  | WorkspaceChanged
  | SnapshotTaken
  | BranchCreated
  | BranchModelChanged
  | BranchStatusChanged
  | BranchEnded
  | TurnStarted
  | MessageAdded
  | RequestStarted
  | RequestFirstByte
  | RequestUsage
  | TextDelta
  | RequestEnded
  | RequestFailed
  | Compaction
  | ToolStarted
  | TerminalData
  | ToolEnded
  | PermissionAsked
  | PermissionAnswered
  | WorktreeCreated
  | WorktreeChanged
  | WorktreeRemoved
  | WorktreeRestored
  | WorktreeMerged
  | WorktreeUndone
  | ReportDelivered
  | NoticeGiven
  | SourceProblem;

/** One stored line of the log. */
export type SessionEvent = EventBody & Stored;
