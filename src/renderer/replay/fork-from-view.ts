import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';

/** Opens the form for forks of a branch: from its end, or in the past from its last message before the playhead. */
export function forkFromView(id: string): void {
  const { state, present } = sessionStore.getState();
  const branch = state.branches[id];
  if (!branch) return;
  const last = branch.entries.at(-1)?.message.id ?? null;
  // A branch that had said nothing yet is, at that moment, what it shares with its parent.
  const from = last === null && branch.forkPoint ? branch.forkPoint : { branch: id, messageId: last };
  const at = present === null ? { branch: id, messageId: null } : from;
  viewStore.getState().openDialog({ kind: 'fork', ...at });
}
