import type { Git } from './git.ts';
import { lockState } from './lock-holder.ts';
import { findWorktree, readWorktrees } from './read-worktrees.ts';
import { inWriteQueue, writeUntilVerified } from './write-queue.ts';

/** Takes Forkscope's lock off a worktree. A lock that someone else set stays. Throws `GitError` when git's register cannot be read. */
export function releaseWorktree(git: Git, commonDir: string, path: string): Promise<void> {
  const isLockedByUs = async () => {
    const entry = await findWorktree(await readWorktrees(git, commonDir), path);
    const { kind } = lockState(entry?.lockReason ?? null);
    return kind === 'held' || kind === 'stale';
  };
  return inWriteQueue(commonDir, async () => {
    if (!(await isLockedByUs())) return;
    await writeUntilVerified({
      run: () => git.run(commonDir, ['worktree', 'unlock', path], { exitCodes: 'any' }),
      verify: async (output) => (output.exitCode === 0 || !(await isLockedByUs()) ? true : null),
    });
  });
}
