import type { FileChange } from './file-changes.ts';
import type { IgnoredContent } from './ignored-content.ts';

/** What discarding a worktree would take away, and what would be kept of it; read before anything is done. */
export interface DiscardLoss {
  readonly path: string;
  readonly gitBranch: string | null;
  /** Files that differ from the base commit, uncommitted and untracked ones included. */
  readonly files: readonly FileChange[];
  /** Commits that only this worktree has, newest first. */
  readonly commits: readonly { readonly commit: string; readonly subject: string }[];
  /** Ignored files that did not come from the checkout, kept or not. */
  readonly ignored: IgnoredContent;
  /** On disk; null when it cannot be told. */
  readonly bytes: number | null;
  /** The ref that would keep it, all but `ignored.notKept`; null when there is nothing to keep. */
  readonly backupRef: string | null;
  /** Why it cannot be discarded now, in plain words with a next step; null when it can. */
  readonly refusal: string | null;
}
