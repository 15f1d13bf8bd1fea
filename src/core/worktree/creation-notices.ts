import type { SkippedPath } from './index-entries.ts';
import { listPaths } from './list-paths.ts';

/** What a new worktree lacks, compared with the checkout that it was forked from. */
export interface CreationGaps {
  readonly skipped: readonly SkippedPath[];
  /** Ignored entries that stayed behind. */
  readonly leftIgnored: readonly string[];
  /** Ignored files that should have come along and could not be copied, with the reason. */
  readonly failedCopies: readonly string[];
  readonly submodules: readonly string[];
  /** Submodules whose uncommitted edits stayed in the parent's checkout. */
  readonly editedSubmodules?: readonly string[];
  /** Files that are as git stores them, because the filter that makes their content cannot be run. */
  readonly unfiltered?: readonly { readonly filter: string; readonly paths: readonly string[] }[];
}

/** One plain sentence per gap, for the person and the model alike. */
export function describeGaps(gaps: CreationGaps): string[] {
  const notices: string[] = [];
  const embedded = gaps.skipped.filter((skip) => skip.reason === 'embedded-repository').map((skip) => skip.path);
  const unreadable = gaps.skipped.filter((skip) => skip.reason === 'not-readable').map((skip) => skip.path);
  if (embedded.length > 0) {
    notices.push(`Not in this worktree: ${listPaths(embedded)}, because each is a git repository of its own.`);
  }
  if (unreadable.length > 0) {
    notices.push(`Not as in the parent: ${listPaths(unreadable)}, because git could not read the current content.`);
  }
  if (gaps.submodules.length > 0) {
    notices.push(
      `Submodules are empty in this worktree: ${listPaths(gaps.submodules)}. Run "git submodule update --init" there to fill them.`,
    );
  }
  const { editedSubmodules = [] } = gaps;
  if (editedSubmodules.length > 0) {
    notices.push(
      `Submodules are here as they were committed: ${listPaths(editedSubmodules)}. Uncommitted edits in them stayed in the parent's checkout. Commit them there to bring them along.`,
    );
  }
  for (const { filter, paths } of gaps.unfiltered ?? []) {
    const next =
      filter === 'lfs' ? 'Install git-lfs, then run "git lfs pull" there.' : 'Install it, then check them out again.';
    notices.push(
      `Only what git stores, not the content: ${listPaths(paths)}, because the filter "${filter}" is not set up here. ${next}`,
    );
  }
  if (gaps.failedCopies.length > 0) {
    notices.push(`Could not be copied: ${listPaths(gaps.failedCopies)}.`);
  }
  if (gaps.leftIgnored.length > 0) {
    notices.push(
      `Ignored and not copied: ${listPaths(gaps.leftIgnored)}. List them in .worktreeinclude to bring them along.`,
    );
  }
  return notices;
}
