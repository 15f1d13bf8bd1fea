import { passTime } from './branch-time.ts';
import type { Draft } from './draft.ts';
import type {
  PermissionAnswered,
  PermissionAsked,
  SessionEvent,
  TerminalData,
  ToolEnded,
  ToolStarted,
  WorktreeChanged,
  WorktreeCreated,
  WorktreeRemoved,
} from './events.ts';

type At<T> = T & Pick<SessionEvent, 'at' | 'seq'>;

/**
 * Chunks of terminal output kept per branch, newest last. The log keeps what the engine lets in; the state is bounded so
 * that long work cannot grow it (at the engine's 100 ms batches, 4,000 chunks are the last minutes of a busy terminal).
 */
export const MAX_TERMINAL_CHUNKS = 4_000;

export function applyToolStarted(draft: Draft, event: At<ToolStarted>): void {
  const branch = draft.branch(event.branch);
  branch.calls[event.callId] = {
    callId: event.callId,
    name: event.name,
    title: event.title,
    startedAt: event.at,
    endedAt: null,
    status: 'running',
    exitCode: null,
    signal: null,
    requestId: branch.requests.at(-1) ?? null,
  };
  branch.callOrder.push(event.callId);
  passTime(branch, event.at, { calls: 1 });
}

export function applyTerminalData(draft: Draft, event: At<TerminalData>): void {
  const branch = draft.branch(event.branch);
  // The line itself: folded again from a checkpoint it is the same object, and a screen that shows it can go on.
  branch.terminal.push(event);
  if (branch.terminal.length > MAX_TERMINAL_CHUNKS * 1.25) {
    branch.terminal.splice(0, branch.terminal.length - MAX_TERMINAL_CHUNKS);
  }
}

export function applyToolEnded(draft: Draft, event: At<ToolEnded>): void {
  const { status, exitCode, signal } = event;
  const branch = draft.branch(event.branch);
  if (branch.calls[event.callId]?.status === 'running') passTime(branch, event.at, { calls: -1 });
  draft.updateCall(event.branch, event.callId, { endedAt: event.at, status, exitCode, signal });
}

export function applyPermissionAsked(draft: Draft, event: At<PermissionAsked>): void {
  draft.branch(event.branch);
  draft.state.prompts.push(event);
}

export function applyPermissionAnswered(draft: Draft, event: At<PermissionAnswered>): void {
  draft.state.prompts = draft.state.prompts.filter((prompt) => prompt.promptId !== event.promptId);
}

export function applyWorktreeCreated(draft: Draft, event: At<WorktreeCreated>): void {
  const branch = draft.branch(event.branch);
  const { path, baseCommit, gitBranch, notices } = event;
  branch.worktree = {
    path,
    baseCommit,
    gitBranch,
    notices,
    files: 0,
    added: 0,
    removed: 0,
    paths: [],
    removedRef: undefined,
    ...(draft.state.session?.importedFrom?.forks?.includes(event.branch) ? { isCarried: true } : {}),
  };
  branch.root = path;
}

export function applyWorktreeChanged(draft: Draft, event: At<WorktreeChanged>): void {
  const branch = draft.branch(event.branch);
  if (!branch.worktree) throw new Error(`branch ${event.branch} has no worktree`);
  const { files, added, removed, paths } = event;
  // The commits of a carried fork are in somebody else's repository.
  const snapshot = branch.worktree.isCarried ? undefined : event.snapshot;
  branch.worktree = { ...branch.worktree, files, added, removed, paths, snapshot };
}

export function applyWorktreeRemoved(draft: Draft, event: At<WorktreeRemoved>): void {
  const branch = draft.branch(event.branch);
  if (!branch.worktree) throw new Error(`branch ${event.branch} has no worktree`);
  branch.worktree = { ...branch.worktree, removedRef: event.backupRef };
}
