/** What git is in the middle of in one checkout. `clean` means no operation in progress, not "no changes". */
export type RepositoryState = 'clean' | 'rebase' | 'apply-mail' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

/**
 * Tells the operation from the names in a checkout's git directory, as `git status` does.
 * A rebase comes first: it keeps a CHERRY_PICK_HEAD of its own while it waits.
 */
export function repositoryState(names: Iterable<string>): RepositoryState {
  const present = new Set(names);
  if (present.has('rebase-merge')) return 'rebase';
  if (present.has('rebase-apply')) return present.has('rebase-apply/applying') ? 'apply-mail' : 'rebase';
  if (present.has('MERGE_HEAD')) return 'merge';
  if (present.has('CHERRY_PICK_HEAD')) return 'cherry-pick';
  if (present.has('REVERT_HEAD')) return 'revert';
  if (present.has('BISECT_LOG')) return 'bisect';
  return 'clean';
}

const operations: Record<RepositoryState, string | null> = {
  clean: null,
  rebase: 'a rebase',
  'apply-mail': 'applying mailed patches',
  merge: 'a merge',
  'cherry-pick': 'a cherry-pick',
  revert: 'a revert',
  bisect: 'a bisect',
};

/** One plain sentence for a person, or null when there is nothing to say. */
export function stateNotice(state: RepositoryState): string | null {
  const operation = operations[state];
  if (operation === null) return null;
  return `This repository is in the middle of ${operation}: forks start from the current commit and the files as they are now.`;
}
