import type { DiscardContent } from '../../core/worktree/discard-plan.ts';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import { parseRawDiff } from '../../core/worktree/raw-diff.ts';
import type { WorktreeContent } from './back-up-worktree.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import { readHead } from './inspect-workspace.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { readOwnIgnored } from './own-ignored.ts';
import { filledSubmodules } from './submodules.ts';
import { withTemporaryIndex } from './temporary-index.ts';
import { readRef } from './update-refs.ts';
import { writeWorkingTree } from './write-working-tree.ts';

export interface ForkIdentity {
  readonly name: string;
  /** The checkout that was forked. */
  readonly root: string;
  readonly baseCommit: string;
  /** The git branch that was made for the fork; the fork may have switched to another one since. */
  readonly gitBranch: string | null;
  /** Ignored files that were copied into the worktree. */
  readonly copied: readonly string[];
  /** Names of ignored folders that need not be kept, and go unasked. Default: `REBUILT_FOLDERS`. */
  readonly rebuilt?: readonly string[] | undefined;
}

/** Reads everything that a worktree holds into the repository's objects, so that a ref can keep it. Throws `GitError`. */
export async function readContent(
  git: Git,
  location: RepositoryLocation,
  fork: ForkIdentity,
): Promise<{ content: WorktreeContent; losses: DiscardContent }> {
  const { root } = location;
  const head = await readHead(git, root);
  if (head === null) {
    throw new GitError(
      'no-commit',
      `${root} is on a git branch without a commit. Switch it to ${fork.gitBranch ?? 'a commit'} first.`,
    );
  }
  const indexTree = await writeIndexTree(git, location);
  const { tree, skipped } = await withTemporaryIndex(git, location, 'repository', (environment) =>
    writeWorkingTree(git, location, environment, { leaveOut: fork.copied }),
  );
  const { tree: ignoredTree, ...ignored } = await readOwnIgnored(git, location, fork);
  const trees = await git.run(root, ['rev-parse', `${head}^{tree}`, `${fork.baseCommit}^{tree}`]);
  const [headTree, baseTree] = trees.stdout.split('\n');
  const isIndexOwn = indexTree !== null && indexTree !== headTree && indexTree !== tree;
  const tip = fork.gitBranch === null ? null : await readRef(git, location, `refs/heads/${fork.gitBranch}`);
  const otherCommits = [...(tip === null ? [] : [tip]), ...(await readReflog(git, root))];
  const changed = await git.run(root, ['diff-tree', '-r', '--raw', '-z', '--find-renames', fork.baseCommit, tree]);
  const commits = await countCommits(git, root, fork.baseCommit, [head, ...otherCommits]);
  const changedFiles = parseRawDiff(changed.stdout).length;
  return {
    content: { ...fork, head, tree, indexTree: isIndexOwn ? indexTree : null, ignoredTree, otherCommits },
    losses: {
      changedFiles,
      commits,
      isChanged: tree !== baseTree || head !== fork.baseCommit || isIndexOwn || commits > 0 || ignoredTree !== null,
      ignored,
      skipped,
      filledSubmodules: await filledSubmodules(git, location),
    },
  };
}

/** Null when the index holds conflicts (its sides are commits already). */
async function writeIndexTree(git: Git, location: RepositoryLocation): Promise<string | null> {
  return withTemporaryIndex(git, location, 'repository', async (environment) => {
    const output = await git.run(location.root, ['write-tree'], { environment, exitCodes: 'any' });
    return output.exitCode === 0 ? output.stdout.trim() : null;
  });
}

/** Every commit that this worktree's HEAD pointed at, newest first; amended and reset ones are only here. */
async function readReflog(git: Git, root: string): Promise<string[]> {
  const output = await git.run(root, ['log', '--walk-reflogs', '--format=%H', '-z', 'HEAD', '--'], {
    exitCodes: 'any',
  });
  return output.exitCode === 0 ? [...new Set(splitNul(output.stdout))] : [];
}

async function countCommits(git: Git, root: string, base: string, tips: readonly string[]): Promise<number> {
  const args = ['rev-list', '--count', ...new Set(tips), '--not', base];
  return Number((await git.run(root, args)).stdout.trim());
}
