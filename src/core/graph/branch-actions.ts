import type { BranchKind, BranchStatus } from '../session/events.ts';

export type BranchAction =
  | 'abort'
  | 'pause'
  | 'resume'
  | 'skip-hold'
  | 'steer'
  | 'fork'
  | 'transcript'
  | 'terminal'
  | 'diff'
  | 'prefix'
  | 'requests'
  | 'merge'
  | 'discard'
  | 'restore';

interface ActionQuestion {
  readonly status: BranchStatus;
  readonly kind: BranchKind;
  readonly worktree: { readonly removedRef?: string | null | undefined; readonly isCarried?: true } | null;
  /** Own messages: a branch without any has nothing to fork from. */
  readonly entries: { readonly length: number };
}

const CONTROL: { readonly [S in BranchStatus]: readonly BranchAction[] } = {
  starting: ['abort', 'pause'],
  held: ['abort', 'pause', 'skip-hold'],
  running: ['abort', 'pause', 'steer'],
  waiting: ['abort', 'pause', 'steer'],
  paused: ['abort', 'resume', 'steer'],
  completed: ['steer'],
  failed: ['steer'],
  interrupted: ['steer'],
};

const ENDED: ReadonlySet<BranchStatus> = new Set<BranchStatus>(['completed', 'failed', 'interrupted']);

/** What a person may do with a branch now. Buttons, palette and keys all ask here. */
export function actionsFor(branch: ActionQuestion): ReadonlySet<BranchAction> {
  const actions = new Set<BranchAction>(['transcript', 'terminal', 'prefix', 'requests', ...CONTROL[branch.status]]);
  if (branch.worktree !== null || branch.kind === 'root') actions.add('diff');
  const { worktree } = branch;
  // What a bundle carries is merged into a clone of one's own; the folder it came from is not ours to put away.
  if (worktree?.isCarried) actions.add('merge');
  else if (worktree && worktree.removedRef === undefined) {
    if (branch.status !== 'starting' && branch.status !== 'held') actions.add('merge');
    if (ENDED.has(branch.status)) actions.add('discard');
  } else if (worktree?.removedRef) actions.add('restore');
  if (branch.entries.length > 0 && branch.status !== 'starting' && branch.status !== 'held') actions.add('fork');
  return actions;
}
