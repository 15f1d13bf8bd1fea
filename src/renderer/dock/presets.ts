import type { DockviewApi } from 'dockview-react';
import { branchesOf, hasEnded, rootOf } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { conflictStore } from '../stores/conflict-store.ts';
import { dockStore } from './dock-store.ts';
import { resetLayout } from './layout-memory.ts';
import { addPane, TERMINAL_BELOW_PX, TREE_PANEL } from './open-pane.ts';
import { compareId } from './pane-kinds.ts';

export type Preset = 'watch' | 'review' | 'merge';

/** Share of the dock's width that a preset leaves to the tree. */
const TREE_SHARE: { readonly [P in Preset]: number } = { watch: 0.56, review: 0.26, merge: 0.3 };
/** CSS pixels in which two columns of text can be read. */
const TWO_COLUMNS_PX = 620;
/** CSS pixels in which two panes stand above each other. */
const TWO_ROWS_PX = 680;
/** Branches that fit side by side. */
const MOST_COMPARED = 4;

/** Arranges the panes anew for one kind of work, around the selected branch or the one that matters most now. */
export function applyPreset(preset: Preset, state: SessionState, selected: string | null): void {
  const { api } = dockStore.getState();
  const root = rootOf(state);
  if (!api || !root) return;
  const branch = (selected !== null && state.branches[selected]) || root;
  resetLayout(api);
  const initialWidth = Math.round(api.width * (1 - TREE_SHARE[preset]));
  const first = { position: { referencePanel: TREE_PANEL, direction: 'right' }, initialWidth } as const;
  if (preset === 'watch') watch(api, first, selected === null ? busiest(state, root) : branch);
  if (preset === 'review') review(api, first, branch);
  if (preset === 'merge') merge(api, first, state, root);
}

type First = Parameters<typeof addPane>[3] & { readonly initialWidth: number };

function watch(api: DockviewApi, first: First, branch: BranchState): void {
  const transcript = addPane(api, 'transcript', branch.id, first);
  const initialHeight = Math.round(api.height * 0.34);
  const below = { position: { referencePanel: transcript.id, direction: 'below' }, initialHeight } as const;
  const within = { position: { referencePanel: transcript.id, direction: 'within' } } as const;
  addPane(api, 'terminal', branch.id, api.height < TERMINAL_BELOW_PX ? within : below);
  transcript.api.setActive();
}

function review(api: DockviewApi, first: First, branch: BranchState): void {
  const transcript = addPane(api, 'transcript', branch.id, first);
  // In a small window two columns would each be too narrow to read.
  const direction = first.initialWidth < TWO_COLUMNS_PX ? 'within' : 'right';
  const diff = addPane(api, 'diff', branch.id, { position: { referencePanel: transcript.id, direction } });
  addPane(api, 'prefix', branch.id, { position: { referencePanel: transcript.id, direction: 'within' } });
  transcript.api.setActive();
  diff.api.setActive();
}

/** Conflicts and the comparison on top, the merge of the fork that should go in first below. */
function merge(api: DockviewApi, first: First, state: SessionState, root: BranchState): void {
  const changed = branchesOf(state).filter(isUnmerged);
  const forks = changed.length > 1 ? changed : branchesOf(state).filter((branch) => branch.parent !== null);
  const suggested = conflictStore.getState().matrix?.order.find(({ id }) => changed.some((branch) => branch.id === id));
  const conflicts = addPane(api, 'conflicts', root.id, first);
  const within = { position: { referencePanel: conflicts.id, direction: 'within' } } as const;
  if (forks.length > 1) addPane(api, 'compare', compareId(forks.slice(0, MOST_COMPARED).map(({ id }) => id)), within);
  const lead = suggested?.id ?? changed[0]?.id;
  if (lead !== undefined) {
    const initialHeight = Math.round(api.height * 0.55);
    const below = { position: { referencePanel: conflicts.id, direction: 'below' }, initialHeight } as const;
    // In a low window two panes above each other would each be too low to read.
    const pane = addPane(api, 'merge', lead, api.height < TWO_ROWS_PX ? within : below);
    pane.api.setActive();
  }
  conflicts.api.setActive();
}

function isUnmerged({ worktree }: BranchState): boolean {
  if (!worktree || worktree.removedRef !== undefined || worktree.files === 0) return false;
  return worktree.merges?.at(-1)?.isUndone !== false;
}

/** Who waits for a person, else who was started last of those that still run, else the root. */
function busiest(state: SessionState, root: BranchState): BranchState {
  const asking = state.branches[state.prompts[0]?.branch ?? ''];
  return asking ?? branchesOf(state).findLast((branch) => !hasEnded(branch)) ?? root;
}
