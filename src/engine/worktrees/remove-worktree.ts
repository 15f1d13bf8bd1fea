import type { Refusal } from '../../core/worktree/discard-plan.ts';
import type { Git } from './git.ts';
import { gitsWords } from './git-error.ts';
import { isThere } from './is-there.ts';
import type { SharedRepository } from './locate-repository.ts';
import { findWorktree, readWorktrees } from './read-worktrees.ts';
import { deleteRef, readRef } from './update-refs.ts';
import { inWriteQueue, writeUntilVerified } from './write-queue.ts';

export interface Removal {
  readonly repository: SharedRepository;
  readonly path: string;
  /** The git branch that was made for the fork: it goes too, unless another worktree has it by now. */
  readonly gitBranch: string | null;
}

/**
 * Lets git remove a worktree; the caller has made sure that nothing is lost. The folder is never deleted by us. Null
 * when it is gone; else what git said. Throws `GitError`.
 */
export function removeWorktree(
  git: Git,
  { repository, path, gitBranch }: Removal,
  { force }: { readonly force: boolean },
): Promise<Refusal | null> {
  const { commonDir } = repository;
  return inWriteQueue(commonDir, async () => {
    if ((await findWorktree(await readWorktrees(git, commonDir), path))?.lockReason != null) {
      await git.run(commonDir, ['worktree', 'unlock', path], { exitCodes: 'any' });
    }
    const args = ['worktree', 'remove', ...(force ? ['--force'] : []), path];
    const outcome = await writeUntilVerified({
      run: () => git.run(commonDir, args, { exitCodes: 'any' }),
      verify: async () => {
        const entries = await readWorktrees(git, commonDir);
        return (await findWorktree(entries, path)) === undefined ? entries : null;
      },
    });
    if (!outcome.done) return refusedByGit(path, outcome.last.stderr);
    const isHeld = outcome.value.some((entry) => entry.gitBranch === gitBranch);
    if (gitBranch !== null && !isHeld) await deleteGitBranch(git, repository, gitBranch);
    return (await isThere(path)) ? leftOver(path) : null;
  });
}

async function deleteGitBranch(git: Git, repository: SharedRepository, gitBranch: string): Promise<void> {
  const ref = `refs/heads/${gitBranch}`;
  const tip = await readRef(git, repository, ref);
  if (tip !== null) await deleteRef(git, repository, ref, tip);
}

function refusedByGit(path: string, stderr: string): Refusal {
  return {
    kind: 'refused',
    reason: 'git-refused',
    message: `git would not remove ${path}: ${gitsWords(stderr) || 'it gave no reason'}. Look at "git status" there, then discard again.`,
  };
}

/** git takes its entry out even when it could not empty the folder, e.g. because a program writes into it. */
function leftOver(path: string): Refusal {
  return {
    kind: 'refused',
    reason: 'git-refused',
    message: `git removed the worktree, but something was written to ${path} meanwhile. Stop what writes there and delete that folder by hand.`,
  };
}
