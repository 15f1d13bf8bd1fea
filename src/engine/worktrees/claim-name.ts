import { mkdir, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  chooseForkName,
  gitBranchPrefix,
  namesAfterPrefix,
  namesClash,
  slugName,
} from '../../core/worktree/fork-name.ts';
import type { Git } from './git.ts';
import type { SharedRepository } from './locate-repository.ts';
import { readWorktrees } from './read-worktrees.ts';
import { createRef, listRefs } from './update-refs.ts';

/** A name that is taken: its folder exists and is empty, its git branch points at the base commit. */
export interface ClaimedName {
  readonly name: string;
  readonly path: string;
  readonly gitBranch: string;
  /** Says who holds the wanted name, when another one had to be taken. */
  readonly notice: string | null;
}

/**
 * Takes a free name for a fork: for its folder (by creating it, which fails when it exists) and for its git branch (by
 * creating the ref, which fails likewise), so two processes never get the same one. The names that are taken are read while
 * the commit is still looked up. Call it inside the write queue.
 */
export async function claimName(
  git: Git,
  location: SharedRepository,
  directory: string,
  text: string,
  baseCommit: string | Promise<string>,
): Promise<ClaimedName> {
  const gitBranches = (await listRefs(git, location, 'refs/heads')).map((ref) => ref.slice('refs/heads/'.length));
  const prefix = gitBranchPrefix(gitBranches);
  await mkdir(directory, { recursive: true });
  const folders = (await readdir(directory)).map((entry) => entry.replace(/\.json$/, ''));
  const taken = [...namesAfterPrefix(prefix, gitBranches), ...folders];
  const wanted = slugName(text);
  const commit = await baseCommit;
  for (;;) {
    const name = chooseForkName(wanted, taken);
    const path = join(directory, name);
    const gitBranch = `${prefix}${name}`;
    if (!(await createFolder(path))) {
      taken.push(name);
      continue;
    }
    if (!(await createRef(git, location, `refs/heads/${gitBranch}`, commit))) {
      // It may already be the other one's, and full: then it stays.
      await rmdir(path).catch(() => null);
      taken.push(name);
      continue;
    }
    if (name === wanted) return { name, path, gitBranch, notice: null };
    const holder = folders.includes(wanted)
      ? join(directory, wanted)
      : await findHolder(git, location, `${prefix}${wanted}`);
    return {
      name,
      path,
      gitBranch,
      notice: `The name ${wanted} is held by ${holder}, so this fork is called ${name}.`,
    };
  }
}

async function createFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function findHolder(git: Git, location: SharedRepository, wanted: string): Promise<string> {
  const entries = await readWorktrees(git, location.commonDir);
  const holder = entries.find((entry) => entry.gitBranch !== null && namesClash(entry.gitBranch, wanted));
  return holder === undefined ? 'another git branch' : `the worktree ${holder.path}`;
}
