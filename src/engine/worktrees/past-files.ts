import type { FileSides } from '../../core/worktree/file-side.ts';
import type { PastFiles } from '../../core/worktree/past-files.ts';
import { sideInCommit } from './file-side.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import { type PatchOptions, readPatch } from './read-patch.ts';

/** The difference of two snapshots as a unified patch, for reading; `folder` is any checkout of the repository. Throws `GitError`. */
export async function pastDiff(
  git: Git,
  folder: string,
  { before, after }: PastFiles,
  options: PatchOptions = {},
): Promise<string> {
  await requireKept(git, folder, [before, after]);
  return readPatch(git, folder, [before, after], options);
}

/** Both sides of one file of such a difference; `from` is its path before the change. Throws `GitError`. */
export async function pastSides(
  git: Git,
  folder: string,
  { before, after }: PastFiles,
  path: string,
  from: string,
): Promise<FileSides> {
  await requireKept(git, folder, [before, after]);
  return {
    before: await sideInCommit(git, folder, before, from),
    after: await sideInCommit(git, folder, after, path),
  };
}

async function requireKept(git: Git, folder: string, commits: readonly string[]): Promise<void> {
  for (const commit of commits) {
    const { exitCode } = await git.run(folder, ['cat-file', '-e', `${commit}^{commit}`], { exitCodes: 'any' });
    if (exitCode === 0) continue;
    throw new GitError(
      'no-snapshot',
      `The files of this moment are not in ${folder} (any more): git does not know ${commit.slice(0, 12)}. Look at the files as they are now, or open the session where it ran.`,
    );
  }
}
