import type { SafeAction, WorktreeCondition } from './housekeeping.ts';
import type { LockOwner } from './lock-owner.ts';
import type { UndoPoint } from './undo-message.ts';

export interface SurveyedWorktree {
  readonly path: string;
  /** Name of the fork; null for worktrees of others. */
  readonly name: string | null;
  readonly gitBranch: string | null;
  readonly condition: WorktreeCondition;
  readonly action: SafeAction;
  /** Why that is the safe action, in one or two plain sentences. */
  readonly why: string;
  /** On disk; null when the folder is not there or cannot be read. */
  readonly bytes: number | null;
  /** Milliseconds since 1970; null when nobody noted it. */
  readonly createdAt: number | null;
  /** The program that holds it, and whether that still runs. */
  readonly owner: (LockOwner & { readonly isAlive: boolean }) | null;
}

export interface SurveyedBackup {
  readonly ref: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly gitBranch: string | null;
  /** Bytes of objects that only this backup keeps; null when git cannot tell. */
  readonly bytes: number | null;
}

export interface Survey {
  readonly worktrees: readonly SurveyedWorktree[];
  readonly backups: readonly SurveyedBackup[];
  readonly undoPoints: readonly UndoPoint[];
  readonly problems: readonly { readonly file: string; readonly reason: string }[];
}
