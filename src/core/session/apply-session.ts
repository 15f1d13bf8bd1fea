import { freezeSnapshot } from '../prefix/snapshot.ts';
import type { Draft } from './draft.ts';
import type {
  ApprovalChanged,
  BudgetChanged,
  NoticeGiven,
  SessionCreated,
  SessionEvent,
  SessionRenamed,
  SnapshotTaken,
  SourceProblem,
  WorkspaceChanged,
} from './events.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

export function applySessionCreated(draft: Draft, event: At<SessionCreated>): void {
  draft.state.session = event;
  draft.state.title = event.title;
}

export function applySessionRenamed(draft: Draft, event: At<SessionRenamed>): void {
  draft.state.title = event.title;
}

export function applyApprovalChanged(draft: Draft, event: At<ApprovalChanged>): void {
  if (draft.state.session) draft.state.session = { ...draft.state.session, approval: event.approval };
}

export function applyBudgetChanged(draft: Draft, event: At<BudgetChanged>): void {
  if (draft.state.session) draft.state.session = { ...draft.state.session, budget: event.budget };
}

/** Branches that worked in the folder before work in the new one; worktrees stay where they are. */
export function applyWorkspaceChanged(draft: Draft, { workspace }: At<WorkspaceChanged>): void {
  const { session } = draft.state;
  if (!session) return;
  for (const { id, root } of Object.values(draft.state.branches)) {
    if (root === session.workspace.root) draft.branch(id).root = workspace.root;
  }
  draft.state.session = { ...session, workspace };
}

export function applySnapshotTaken(draft: Draft, event: At<SnapshotTaken>): void {
  const { snapshot } = event;
  draft.state.snapshots = { ...draft.state.snapshots, [snapshot.version]: freezeSnapshot(snapshot) };
}

export function applyNotice(draft: Draft, event: At<NoticeGiven>): void {
  draft.state.notices.push({ level: event.level, branch: event.branch, text: event.text, at: event.at });
}

export function applySourceProblem(draft: Draft, event: At<SourceProblem>): void {
  draft.state.problems.push({ line: event.line, reason: event.reason });
}
