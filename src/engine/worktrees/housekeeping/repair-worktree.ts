import type { Git } from '../git.ts';
import { GitError, gitsWords } from '../git-error.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { findWorktree, readWorktrees } from '../read-worktrees.ts';
import { inWriteQueue } from '../write-queue.ts';

/** Makes git and a worktree's folder find each other again, e.g. after one of them was moved. Throws `GitError`. */
export function repairWorktree(git: Git, repository: SharedRepository, path: string): Promise<void> {
  return inWriteQueue(repository.commonDir, async () => {
    const args = ['worktree', 'repair', path];
    const { exitCode, stderr } = await git.run(repository.commonDir, args, { exitCodes: 'any' });
    // The exit code does not tell: the register does.
    if ((await findWorktree(await readWorktrees(git, repository.commonDir), path)) !== undefined) return;
    const words = gitsWords(stderr);
    throw new GitError(
      'failed',
      `git cannot connect ${path} to this repository${words === '' ? '' : ` (${words})`}. Look into the folder, keep what you need, and delete it by hand.`,
      { args, exitCode, stderr },
    );
  });
}
