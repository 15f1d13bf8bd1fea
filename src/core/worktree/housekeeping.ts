/** How a worktree stands between git's register, our record and the disk. */
export type WorktreeCondition =
  /** The repository's own checkout. */
  | 'main'
  /** A fork lives in it now. */
  | 'in-use'
  /** A finished fork's, with its folder and entry. */
  | 'idle'
  /** Made by someone else. */
  | 'foreign'
  /** git has an entry, but the folder is gone. */
  | 'folder-missing'
  /** The folder is there, but git does not know it (any more). */
  | 'unregistered'
  /** Our record is there, but neither folder nor entry. */
  | 'record-only';

/** The one thing that is safe to do: nothing of it deletes what is not kept under a ref. */
export type SafeAction = 'none' | 'discard' | 'forget' | 'look';

export interface HousekeepingFacts {
  readonly kind: 'main' | 'fork' | 'other';
  readonly isRegistered: boolean;
  readonly isFolderThere: boolean;
  readonly lock: 'free' | 'held' | 'stale' | 'foreign';
}

export function worktreeCondition(facts: HousekeepingFacts): WorktreeCondition {
  const { kind, isRegistered, isFolderThere, lock } = facts;
  if (kind === 'main') return 'main';
  if (isRegistered && !isFolderThere) return 'folder-missing';
  if (!isRegistered) return isFolderThere ? 'unregistered' : 'record-only';
  if (kind === 'other') return 'foreign';
  return lock === 'held' ? 'in-use' : 'idle';
}

/** Why a worktree of another data folder stays. Its session would not learn that it went. */
export const ELSEWHERE =
  'It belongs to a Forkscope with another data folder. Clean up there: set FORKSCOPE_HOME to that folder first.';

const advice: Readonly<Record<WorktreeCondition, { readonly action: SafeAction; readonly why: string }>> = {
  main: { action: 'none', why: 'This is the repository’s own checkout. It is never removed.' },
  'in-use': { action: 'none', why: 'A fork works here now. End it first.' },
  idle: { action: 'discard', why: 'Its fork has ended. Discarding keeps a backup of whatever it changed.' },
  foreign: { action: 'none', why: 'Forkscope did not make it. Use git to remove it.' },
  'folder-missing': {
    action: 'forget',
    why: 'Its folder is gone. What git still knows of it is kept under a backup, then the entry is removed.',
  },
  unregistered: {
    action: 'look',
    why: 'git does not know this folder, so nothing vouches for what is in it. Look into it, run "git worktree repair" when it was moved, or delete it by hand.',
  },
  'record-only': {
    action: 'forget',
    why: 'Only the note about it is left. Its git branch, if it has commits, is kept under a backup.',
  },
};

export function safeAction(condition: WorktreeCondition): { readonly action: SafeAction; readonly why: string } {
  return advice[condition];
}
