import type { BranchState, SessionState, ToolCallState, TranscriptEntry } from '../../../core/session/state.ts';

/** An entry together with the branch that wrote it. */
export interface OwnedEntry {
  readonly owner: string;
  readonly entry: TranscriptEntry;
}

/** What a branch shares with its ancestors, oldest first: the same messages as `contextOf`, with author and time. */
export function inheritedEntries(state: SessionState, branch: BranchState): OwnedEntry[] {
  const point = branch.forkPoint;
  const parent = point && state.branches[point.branch];
  if (!point || !parent) return [];
  const own = parent.entries.map((entry) => ({ owner: parent.id, entry }));
  const all = [...inheritedEntries(state, parent), ...own];
  return all.slice(0, all.findIndex(({ entry }) => entry.message.id === point.messageId) + 1);
}

/** The state of a call, which may have run in an ancestor. */
export function callStateOf(state: SessionState, owner: string, callId: string): ToolCallState | null {
  return state.branches[owner]?.calls[callId] ?? null;
}
