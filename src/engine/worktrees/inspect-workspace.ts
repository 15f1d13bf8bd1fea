import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type RepositoryState, repositoryState, stateNotice } from '../../core/worktree/repository-state.ts';
import type { Git } from './git.ts';
import { GitError, gitsWords } from './git-error.ts';
import { isThere } from './is-there.ts';
import { findRepository, type RepositoryLocation } from './locate-repository.ts';
import { readWorktrees } from './read-worktrees.ts';

export interface Workspace extends RepositoryLocation {
  /** Commit id. */
  readonly head: string;
  /** Null when HEAD is detached. */
  readonly gitBranch: string | null;
  readonly state: RepositoryState;
  readonly isLinkedWorktree: boolean;
  /** Plain words about an unusual state; null when there is nothing to say. */
  readonly notice: string | null;
}

export type WorkspaceFault =
  | 'not-found'
  | 'not-a-folder'
  | 'not-a-repository'
  | 'unreadable-repository'
  | 'bare'
  | 'no-commit'
  | 'git-missing'
  | 'git-too-old';

export type Inspection =
  | { readonly kind: 'ok'; readonly workspace: Workspace }
  | { readonly kind: WorkspaceFault; readonly message: string };

/** Looks at a folder that a person chose. Reads only; never throws for anything that can be wrong with the folder or git. */
export async function inspectWorkspace(git: Git, path: string, signal?: AbortSignal): Promise<Inspection> {
  const folder = resolve(path);
  const found = await stat(folder).catch(() => null);
  if (found === null) return { kind: 'not-found', message: `${folder} does not exist. Choose another folder.` };
  if (!found.isDirectory()) {
    return { kind: 'not-a-folder', message: `${folder} is not a folder. Choose the folder of a git repository.` };
  }
  try {
    await git.requireVersion();
  } catch (error) {
    if (error instanceof GitError && (error.code === 'git-missing' || error.code === 'git-too-old')) {
      return { kind: error.code, message: error.message };
    }
    throw error;
  }
  const location = await findRepository(git, folder);
  if (location === null) return explainMissingRepository(git, folder);
  if (location.isBare) return explainBare(git, location);
  const [head, gitBranch, state] = await Promise.all([
    readHead(git, location.root, signal),
    readGitBranch(git, location.root, signal),
    readState(location.gitDir),
  ]);
  if (head === null) {
    return {
      kind: 'no-commit',
      message: `${location.root} has no commit yet${gitBranch === null ? '' : ` on ${gitBranch}`}. Make a first commit, then open it again.`,
    };
  }
  const isLinkedWorktree = location.gitDir !== location.commonDir;
  return {
    kind: 'ok',
    workspace: { ...location, head, gitBranch, state, isLinkedWorktree, notice: stateNotice(state) },
  };
}

/** Commit id of HEAD; null before the first commit. */
export async function readHead(git: Git, root: string, signal?: AbortSignal): Promise<string | null> {
  const output = await git.run(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    exitCodes: 'any',
    signal,
  });
  return output.exitCode === 0 ? output.stdout.trim() : null;
}

/** Null when HEAD is detached. */
export async function readGitBranch(git: Git, root: string, signal?: AbortSignal): Promise<string | null> {
  const output = await git.run(root, ['symbolic-ref', '--quiet', 'HEAD'], { exitCodes: 'any', signal });
  return output.exitCode === 0 ? output.stdout.replace(/\n$/, '').replace(/^refs\/heads\//, '') : null;
}

export async function readState(gitDir: string): Promise<RepositoryState> {
  const names = await readdir(gitDir);
  const isApplying = await isThere(join(gitDir, 'rebase-apply', 'applying'));
  return repositoryState(isApplying ? [...names, 'rebase-apply/applying'] : names);
}

/** Whoever worked in it would write files between git's own. */
async function explainBare(git: Git, { root, commonDir }: RepositoryLocation): Promise<Inspection> {
  const entries = await readWorktrees(git, commonDir).catch(() => []);
  const checkout = entries.find(({ isBare, prunableReason }) => !isBare && prunableReason === null);
  const next = checkout === undefined ? 'Open a clone of it, or make' : `Open ${checkout.path}, or make`;
  return {
    kind: 'bare',
    message: `${root} is a bare repository: it has no files to work on. ${next} a worktree with "git worktree add" and open that.`,
  };
}

/** Tells "no repository" from "there is one that git refuses" (other owner, broken config), by what is on disk. */
async function explainMissingRepository(git: Git, folder: string): Promise<Inspection> {
  const holder = await folderWithGit(folder);
  if (holder === null) {
    return {
      kind: 'not-a-repository',
      message: `${folder} is not inside a git repository. Choose another folder, or run "git init" and make a first commit there.`,
    };
  }
  const output = await git.run(folder, ['rev-parse', '--git-dir', '--show-toplevel'], { exitCodes: 'any' });
  return {
    kind: 'unreadable-repository',
    message: `git cannot work in ${folder}: ${gitsWords(output.stderr) || 'it gave no reason'}. Run "git status" there and follow what it says.`,
  };
}

async function folderWithGit(start: string): Promise<string | null> {
  for (let folder = start; ; folder = dirname(folder)) {
    if (await isThere(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return null;
  }
}
