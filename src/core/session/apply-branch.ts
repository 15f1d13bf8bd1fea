import { applyChange } from '../compaction/compaction-change.ts';
import { newTime, passTime } from './branch-time.ts';
import type { Draft } from './draft.ts';
import type {
  BranchCreated,
  BranchEnded,
  BranchModelChanged,
  BranchStatusChanged,
  Compaction,
  MessageAdded,
  ReportDelivered,
  SessionEvent,
  TurnStarted,
} from './events.ts';
import { contextOf } from './selectors.ts';
import { NO_USAGE } from './usage.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

export function applyBranchCreated(draft: Draft, event: At<BranchCreated>): void {
  draft.add({
    id: event.branch,
    parent: event.parent,
    kind: event.kind,
    title: event.title,
    directive: event.directive,
    forkPoint: event.forkPoint,
    callId: event.callId,
    snapshot: event.snapshot,
    snapshotVersion: event.snapshotVersion,
    root: event.root,
    allowedTools: event.allowedTools ?? null,
    leftOut: event.leftOut ?? null,
    role: event.role ?? null,
    parentCompactions: event.parent === null ? 0 : (draft.state.branches[event.parent]?.compactions.length ?? 0),
    children: [],
    status: 'starting',
    waitingFor: null,
    reason: null,
    report: null,
    recovered: false,
    bound: null,
    delivered: false,
    createdAt: event.at,
    endedAt: null,
    time: newTime(event.at),
    model: draft.state.snapshots[event.snapshotVersion]?.model ?? draft.state.session?.model ?? '',
    turns: 0,
    steps: 0,
    entries: [],
    compactions: [],
    calls: {},
    callOrder: [],
    requests: [],
    usage: NO_USAGE,
    unknownUsage: 0,
    estimatedUsage: 0,
    cost: 0,
    uncachedCost: 0,
    brokenUsage: NO_USAGE,
    live: { text: '', thought: '' },
    terminal: [],
    worktree: null,
  });
  if (event.parent !== null) draft.branch(event.parent).children.push(event.branch);
}

export function applyBranchModelChanged(draft: Draft, event: At<BranchModelChanged>): void {
  const branch = draft.branch(event.branch);
  const snapshot = draft.state.snapshots[event.snapshotVersion];
  if (!snapshot) throw new Error(`there are no request parameters of version ${event.snapshotVersion}`);
  branch.snapshotVersion = event.snapshotVersion;
  branch.model = snapshot.model;
}

export function applyBranchStatus(draft: Draft, event: At<BranchStatusChanged>): void {
  const branch = draft.branch(event.branch);
  branch.status = event.status;
  branch.waitingFor = event.waitingFor ?? null;
  branch.reason = event.reason ?? null;
  branch.bound = null;
  branch.endedAt = null;
  passTime(branch, event.at);
}

export function applyBranchEnded(draft: Draft, event: At<BranchEnded>): void {
  const branch = draft.branch(event.branch);
  branch.status = event.status;
  branch.waitingFor = null;
  branch.reason = event.reason;
  branch.report = event.report;
  branch.recovered = event.recovered ?? false;
  branch.bound = event.bound ?? null;
  branch.endedAt = event.at;
  passTime(branch, event.at);
  branch.live = { text: '', thought: '' };
  for (const callId of branch.callOrder) {
    if (branch.calls[callId]?.status === 'running') {
      draft.updateCall(event.branch, callId, { status: 'interrupted', endedAt: event.at });
    }
  }
  draft.state.prompts = draft.state.prompts.filter((prompt) => prompt.branch !== event.branch);
}

export function applyTurnStarted(draft: Draft, event: At<TurnStarted>): void {
  const branch = draft.branch(event.branch);
  branch.turns = event.turn;
  branch.delivered = false;
}

export function applyMessageAdded(draft: Draft, event: At<MessageAdded>): void {
  const branch = draft.branch(event.branch);
  // The line itself: folded again from a checkpoint it is the same object, and what was drawn of it can stay.
  branch.entries.push(event);
  if (event.message.role === 'model') branch.live = { text: '', thought: '' };
}

export function applyReportDelivered(draft: Draft, event: At<ReportDelivered>): void {
  for (const id of event.from) draft.branch(id).delivered = true;
}

/** The context after it is worked out here once, so that its messages stay the same objects from request to request. */
export function applyCompaction(draft: Draft, event: At<Compaction>): void {
  const { type: _, branch: id, ...fields } = event;
  const branch = draft.branch(id);
  const messages = applyChange(contextOf(draft.state, id), event.change);
  const afterRequest = branch.requests.at(-1) ?? null;
  branch.compactions.push({ ...fields, entries: branch.entries.length, messages, afterRequest });
}
