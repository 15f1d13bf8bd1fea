import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';

/** What all worktrees of a repository share: enough for refs and for git's register of worktrees. */
export interface SharedRepository {
  /** The shared git directory, absolute and with symlinks resolved. */
  readonly commonDir: string;
}

/** The folders of one checkout, all absolute and with symlinks resolved. */
export interface RepositoryLocation extends SharedRepository {
  /** Top of the checkout; in a bare repository the git directory itself. */
  readonly root: string;
  readonly gitDir: string;
  readonly isBare: boolean;
}

export function indexFile(location: RepositoryLocation): string {
  return join(location.gitDir, 'index');
}

export function objectsFolder(location: SharedRepository): string {
  return join(location.commonDir, 'objects');
}

/** Null when git finds no repository with a checkout (or a bare one) at this folder or above it. */
export async function findRepository(git: Git, folder: string): Promise<RepositoryLocation | null> {
  const paths = await readPaths(git, folder, ['--absolute-git-dir', '--git-common-dir', '--show-toplevel']);
  if (paths !== null) {
    const [gitDir = '', commonDir = '', root = ''] = await Promise.all(paths.map((path) => realpath(path)));
    return { root, gitDir, commonDir, isBare: false };
  }
  const bare = await git.run(folder, ['rev-parse', '--is-bare-repository'], { exitCodes: 'any' });
  if (bare.exitCode !== 0 || bare.stdout.trim() !== 'true') return null;
  const barePaths = await readPaths(git, folder, ['--absolute-git-dir', '--git-common-dir']);
  if (barePaths === null) return null;
  const [gitDir = '', commonDir = ''] = await Promise.all(barePaths.map((path) => realpath(path)));
  return { root: gitDir, gitDir, commonDir, isBare: true };
}

/**
 * The worktree whose top is exactly this folder. A folder that lost its `.git` file would silently answer for the
 * repository around it; that is an error here.
 */
export async function locateWorktree(git: Git, folder: string): Promise<RepositoryLocation> {
  const location = await findRepository(git, folder);
  const real = await realpath(folder).catch(() => folder);
  if (location !== null && location.root === real) return location;
  throw new GitError(
    'wrong-worktree',
    location === null
      ? `${folder} is no git worktree (any more). List the worktrees to see what is there.`
      : `${folder} is no worktree of its own: git takes it for a part of ${location.root}. List the worktrees to see what is there.`,
  );
}

/** rev-parse prints one path a line. Only a path that holds a newline makes the count wrong; then each is asked alone. */
async function readPaths(git: Git, folder: string, flags: readonly string[]): Promise<string[] | null> {
  const ask = async (some: readonly string[]): Promise<string | null> => {
    const output = await git.run(folder, ['rev-parse', '--path-format=absolute', ...some], { exitCodes: 'any' });
    return output.exitCode === 0 ? output.stdout.replace(/\n$/, '') : null;
  };
  const together = await ask(flags);
  if (together === null) return null;
  const lines = together.split('\n');
  if (lines.length === flags.length) return lines;
  const alone = await Promise.all(flags.map((flag) => ask([flag])));
  return alone.every((path) => path !== null) ? alone : null;
}
