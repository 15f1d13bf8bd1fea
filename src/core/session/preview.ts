import type { BranchState, SessionState } from './state.ts';

/** Messages and pieces of terminal output that a branch keeps in a preview: a pane or two of each. */
const ENTRIES = 60;
const CHUNKS = 300;

/**
 * The state without the most of its text: small enough to be on the screen while the log that it was folded from is
 * still on its way. States, numbers, counts and places are those of the whole.
 */
export function previewOf(state: SessionState): SessionState {
  const branches = Object.entries(state.branches).map(([id, branch]): [string, BranchState] => [
    id,
    { ...branch, entries: branch.entries.slice(-ENTRIES), terminal: branch.terminal.slice(-CHUNKS) },
  ]);
  return { ...state, branches: Object.fromEntries(branches) };
}
