import {
  applyBranchCreated,
  applyBranchEnded,
  applyBranchModelChanged,
  applyBranchStatus,
  applyCompaction,
  applyMessageAdded,
  applyReportDelivered,
  applyTurnStarted,
} from './apply-branch.ts';
import {
  applyRequestEnded,
  applyRequestFailed,
  applyRequestFirstByte,
  applyRequestStarted,
  applyRequestUsage,
  applyTextDelta,
} from './apply-request.ts';
import {
  applyApprovalChanged,
  applyBudgetChanged,
  applyNotice,
  applySessionCreated,
  applySessionRenamed,
  applySnapshotTaken,
  applySourceProblem,
  applyWorkspaceChanged,
} from './apply-session.ts';
import {
  applyPermissionAnswered,
  applyPermissionAsked,
  applyTerminalData,
  applyToolEnded,
  applyToolStarted,
  applyWorktreeChanged,
  applyWorktreeCreated,
  applyWorktreeRemoved,
} from './apply-tool.ts';
import { applyWorktreeMerged, applyWorktreeRestored, applyWorktreeUndone } from './apply-worktree.ts';
import { Draft } from './draft.ts';
import type { SessionEvent } from './events.ts';
import type { SessionState } from './state.ts';

type Appliers = {
  readonly [T in SessionEvent['type']]: (draft: Draft, event: Extract<SessionEvent, { type: T }>) => void;
};

const APPLY: Appliers = {
  'session-created': applySessionCreated,
  'session-renamed': applySessionRenamed,
  'approval-changed': applyApprovalChanged,
  'budget-changed': applyBudgetChanged,
  'workspace-changed': applyWorkspaceChanged,
  'snapshot-taken': applySnapshotTaken,
  'branch-created': applyBranchCreated,
  'branch-model-changed': applyBranchModelChanged,
  'branch-status': applyBranchStatus,
  'branch-ended': applyBranchEnded,
  'turn-started': applyTurnStarted,
  'message-added': applyMessageAdded,
  'request-started': applyRequestStarted,
  'request-first-byte': applyRequestFirstByte,
  'request-usage': applyRequestUsage,
  'text-delta': applyTextDelta,
  'request-ended': applyRequestEnded,
  'request-failed': applyRequestFailed,
  compaction: applyCompaction,
  'tool-started': applyToolStarted,
  'terminal-data': applyTerminalData,
  'tool-ended': applyToolEnded,
  'permission-asked': applyPermissionAsked,
  'permission-answered': applyPermissionAnswered,
  'worktree-created': applyWorktreeCreated,
  'worktree-changed': applyWorktreeChanged,
  'worktree-removed': applyWorktreeRemoved,
  'worktree-restored': applyWorktreeRestored,
  'worktree-merged': applyWorktreeMerged,
  'worktree-undone': applyWorktreeUndone,
  'report-delivered': applyReportDelivered,
  notice: applyNotice,
  'source-problem': applySourceProblem,
};

/** True for a line that this version knows. Anything else in a log is kept, and reported as a problem. */
export function isSessionEvent(value: unknown): value is SessionEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { type, seq, at } = value as { type?: unknown; seq?: unknown; at?: unknown };
  return typeof type === 'string' && Object.hasOwn(APPLY, type) && typeof seq === 'number' && typeof at === 'number';
}

/**
 * The state after `events`. Live view, replay, recovery, import and the command line all come through here.
 * An event that does not fit (a damaged or foreign log) becomes a problem with its line, and the rest is folded.
 */
export function fold(state: SessionState, events: readonly SessionEvent[]): SessionState {
  if (events.length === 0) return state;
  const draft = new Draft(state);
  for (const event of events) {
    try {
      (APPLY[event.type] as (draft: Draft, event: SessionEvent) => void)(draft, event);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      draft.state.problems.push({ line: event.seq, reason: `${event.type}: ${reason}` });
    }
    draft.state.lastSeq = Math.max(draft.state.lastSeq, event.seq);
    draft.state.lastAt = Math.max(draft.state.lastAt, event.at);
  }
  return draft.state;
}

export function reduce(state: SessionState, event: SessionEvent): SessionState {
  return fold(state, [event]);
}
