import type { SkippedPath } from '../../core/worktree/index-entries.ts';
import { baseRef } from '../../core/worktree/worktree-record.ts';
import { commitTree } from './commit-tree.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import { readHead } from './inspect-workspace.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { withTemporaryIndex } from './temporary-index.ts';
import { createRef } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';
import { writeWorkingTree } from './write-working-tree.ts';

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

/**
 * Makes a commit of a checkout's tree as it is now, on top of its head, and keeps it alive under refs/forkscope/base.
 * Nothing of the person's is written: not the index, the files, the stash, a git branch or a reflog. Throws `GitError`.
 */
export async function snapshotTree(
  git: Git,
  location: RepositoryLocation,
  options: SnapshotOptions,
): Promise<TreeSnapshot> {
  const { id, now, signal } = options;
  const head = await readHead(git, location.root, signal);
  if (head === null) {
    throw new GitError('no-commit', `${location.root} has no commit yet. Make a first commit, then fork again.`);
  }
  const { commit, skipped } = location.isBare
    ? { commit: head, skipped: [] }
    : await commitWorkingTree(git, location, {
        head,
        now,
        signal,
        message: 'Forkscope: the tree at the moment of the fork',
      });
  const ref = baseRef(id);
  const isCreated = await inWriteQueue(location.commonDir, () => createRef(git, location, ref, commit));
  if (!isCreated) throw new Error(`The ref ${ref} exists already: ids must be unique.`);
  return { commit, head, ref, skipped };
}

interface CommitOptions {
  readonly head: string;
  readonly now: number;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

async function commitWorkingTree(
  git: Git,
  location: RepositoryLocation,
  { head, now, message, signal }: CommitOptions,
): Promise<{ commit: string; skipped: readonly SkippedPath[] }> {
  const [{ tree, skipped }, headTree] = await Promise.all([
    withTemporaryIndex(git, location, 'repository', (environment) =>
      writeWorkingTree(git, location, environment, { signal }),
    ),
    git.run(location.root, ['rev-parse', `${head}^{tree}`], { signal }).then((output) => output.stdout.trim()),
  ]);
  if (tree === headTree) return { commit: head, skipped };
  return { commit: await commitTree(git, location.root, { tree, parents: [head], message, now }), skipped };
}
