import { formatSnapshotMessage } from '../../core/worktree/snapshot-message.ts';
import { commitTree } from './commit-tree.ts';
import type { Git } from './git.ts';
import { locateWorktree } from './locate-repository.ts';
import { withTemporaryIndex } from './temporary-index.ts';
import { setRef } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';
import { writeWorkingTree } from './write-working-tree.ts';

export const SNAPSHOT_PREFIX = 'refs/forkscope/snapshots/';

export interface SnapshotToKeep {
  /** Where the chain of snapshots hangs: `<session>/<branch>`. */
  readonly name: string;
  /** The snapshot before this one, else the base commit. */
  readonly previous: string;
  /** Ignored files that were copied into this worktree. */
  readonly copied: readonly string[];
  /** The folder of our worktrees: who keeps it, for the cleaning. */
  readonly keeper: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Keeps a worktree's files as they are now: a commit on top of the snapshot before it, so that one ref keeps them all
 * alive. Returns the commit, or the one before when nothing differs from it. Neither the worktree's index nor its git
 * branch is written. Throws `GitError`.
 */
export async function keepSnapshot(git: Git, path: string, snapshot: SnapshotToKeep): Promise<string> {
  const { name, previous, copied, keeper, now } = snapshot;
  const location = await locateWorktree(git, path);
  const { tree } = await withTemporaryIndex(git, location, 'repository', (environment) =>
    writeWorkingTree(git, location, environment, { leaveOut: copied }),
  );
  const before = await git.run(location.root, ['rev-parse', '--quiet', '--verify', `${previous}^{tree}`], {
    exitCodes: 'any',
  });
  if (before.stdout.trim() === tree) return previous;
  const parents = before.exitCode === 0 ? [previous] : [];
  const message = formatSnapshotMessage(keeper, name);
  const commit = await commitTree(git, location.root, { tree, parents, message, now });
  await inWriteQueue(location.commonDir, () => setRef(git, location, `${SNAPSHOT_PREFIX}${name}`, commit));
  return commit;
}
