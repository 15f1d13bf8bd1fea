import type { SkippedPath } from '../../core/worktree/index-entries.ts';
import { baseRef } from '../../core/worktree/worktree-record.ts';
import { unlessAborted } from '../abort.ts';
import { commitTree } from './commit-tree.ts';
import type { Git } from './git.ts';
import { GitError, interruptible } from './git-error.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { SharedRuns } from './shared-runs.ts';
import { withTemporaryIndex } from './temporary-index.ts';
import { createRef } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';
import { writeWorkingTree } from './write-working-tree.ts';

const MESSAGE = 'Forkscope: the tree at the moment of the fork';

export interface TreeSnapshot {
  /** Commit of the tree; the head itself when nothing differs from it. */
  readonly commit: string;
  readonly head: string;
  /** The ref that keeps the commit alive. */
  readonly ref: string;
  readonly skipped: readonly SkippedPath[];
}

export interface SnapshotOptions {
  /** Names the ref; letters, digits and dashes. */
  readonly id: string;
  /** Milliseconds since 1970, for the commit's date. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** By the checkout's root: sixteen forks started in one click need no sixteen readings of the same files. */
const commits = new SharedRuns<WorkingCommit>();

/**
 * Makes a commit of a checkout's tree as it is now, on top of its head, and keeps it alive under refs/forkscope/base.
 * Nothing of the person's is written: not the index, the files, the stash, a git branch or a reflog. Calls at the same
 * time may share the commit, never the ref. Throws `GitError`.
 */
export async function snapshotTree(
  git: Git,
  location: RepositoryLocation,
  { id, now, signal }: SnapshotOptions,
): Promise<TreeSnapshot> {
  // Others may share the reading, so it goes on when one of them is interrupted.
  const reading = commits.run(location.root, () => commitWorkingTree(git, location, now));
  const taken = await interruptible(signal, unlessAborted(signal, reading));
  const ref = baseRef(id);
  const isCreated = await inWriteQueue(location.commonDir, () => createRef(git, location, ref, taken.commit), signal);
  if (!isCreated) throw new Error(`The ref ${ref} exists already: ids must be unique.`);
  return { ...taken, ref };
}

type WorkingCommit = Omit<TreeSnapshot, 'ref'>;

async function commitWorkingTree(git: Git, location: RepositoryLocation, now: number): Promise<WorkingCommit> {
  const { root } = location;
  const ids = await git.run(root, ['rev-parse', '--quiet', 'HEAD^{commit}', 'HEAD^{tree}'], { exitCodes: 'any' });
  const [head = '', headTree = ''] = ids.stdout.split('\n');
  if (ids.exitCode !== 0) {
    throw new GitError('no-commit', `${root} has no commit yet. Make a first commit, then fork again.`);
  }
  if (location.isBare) return { commit: head, head, skipped: [] };
  const { tree, skipped } = await withTemporaryIndex(git, location, 'repository', (environment) =>
    writeWorkingTree(git, location, environment, { headTree }),
  );
  if (tree === headTree) return { commit: head, head, skipped };
  const commit = await commitTree(git, root, { tree, parents: [head], message: MESSAGE, now });
  return { commit, head, skipped };
}
