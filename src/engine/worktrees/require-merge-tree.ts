import { formatGitVersion, type GitVersion } from '../../core/worktree/git-version.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';

/** First git with `merge-tree --write-tree --stdin`. */
const OLDEST: GitVersion = { major: 2, minor: 39 };

/** Comparing and merging forks needs a newer git than making them. Throws `GitError`. */
export async function requireMergeTree(git: Git): Promise<void> {
  const version = await git.requireVersion();
  if (version.major > OLDEST.major || (version.major === OLDEST.major && version.minor >= OLDEST.minor)) return;
  throw new GitError(
    'git-too-old',
    `Merging and comparing forks needs git ${formatGitVersion(OLDEST)} or newer, and the git found here is ${formatGitVersion(version)}. Update git.`,
  );
}
