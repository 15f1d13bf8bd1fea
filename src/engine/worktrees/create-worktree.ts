import { readFile, rmdir, utimes } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import PQueue from 'p-queue';
import { formatLockReason, type LockOwner } from '../../core/worktree/lock-owner.ts';
import { inTurn } from '../abort.ts';
import { appIdentity } from './app-identity.ts';
import { type ClaimedName, claimName } from './claim-name.ts';
import { fillSparseGaps } from './fill-sparse-gaps.ts';
import { type Git, gitFailed } from './git.ts';
import { GitError, interruptible } from './git-error.ts';
import { isInside } from './is-inside.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { adviseOnLockFiles } from './lock-files.ts';
import { runDespiteFilters } from './missing-filters.ts';
import { findWorktree, readWorktrees, realOrSame } from './read-worktrees.ts';
import { deleteRef } from './update-refs.ts';
import { inWriteQueue, writeUntilVerified } from './write-queue.ts';

export interface WorktreeRequest {
  /** The checkout that is forked; its sparse settings are taken over. */
  readonly repository: RepositoryLocation;
  /** The files are written from this commit first, while the next one may still be in the making. */
  readonly startCommit: string | Promise<string>;
  /** The commit that the worktree ends at; the files that differ from the first one are then written anew. */
  readonly baseCommit: string | Promise<string>;
  /** Any text; see `slugName`. */
  readonly name: string;
  /** Folder outside the repository in which the worktree's folder is made. */
  readonly directory: string;
  readonly owner: LockOwner;
  readonly signal?: AbortSignal | undefined;
}

export type CreatedWorktree = ClaimedName;

/** Checkouts at a time, over all repositories: they are bound by processor and disk, not by git's locks. */
const checkouts = new PQueue({ concurrency: Math.max(2, availableParallelism()) });

/** git compares whole seconds. */
const INDEX_AHEAD_SECONDS = 2;

/**
 * Makes a worktree at a commit, on a git branch of its own (forkscope/<name>), and locks it for its owner.
 *
 * A git branch and not a detached head: what an agent commits stays reachable by a name that every git tool shows, even
 * if the folder is lost, and the name can be taken atomically. Only the registration runs in the write queue; the files
 * are written outside, where siblings do not wait for each other. When anything fails, or the result is not what was
 * asked for, nothing of it stays. Throws `GitError`.
 */
export async function createWorktree(git: Git, request: WorktreeRequest): Promise<CreatedWorktree> {
  const { repository, name, directory, signal } = request;
  await refuseInside(repository, directory);
  const register = async () => {
    const claim = await claimName(git, repository, directory, name, request.startCommit);
    try {
      await addWorktree(git, request, claim);
    } catch (error) {
      await removeHalfMade(git, repository, claim, [await request.startCommit]);
      throw error;
    }
    return claim;
  };
  const claimed = await inWriteQueue(repository.commonDir, register, signal);
  const startCommit = await request.startCommit;
  try {
    await interruptible(
      signal,
      inTurn(checkouts, signal, () => fillWorktree(git, request, claimed)),
    );
    await verifyWorktree(git, claimed, await request.baseCommit);
  } catch (error) {
    // Waited for out here: whoever makes that commit needs a turn in the same queue.
    const baseCommit = await Promise.resolve(request.baseCommit).catch(() => startCommit);
    const own = [...new Set([startCommit, baseCommit])];
    await inWriteQueue(repository.commonDir, () => removeHalfMade(git, repository, claimed, own));
    throw error;
  }
  return claimed;
}

/** A worktree inside the repository would show up in it as untracked files. */
async function refuseInside(repository: RepositoryLocation, directory: string): Promise<void> {
  const folder = await realOrSame(directory);
  for (const holder of [repository.root, repository.commonDir]) {
    if (!isInside(folder, holder)) continue;
    throw new GitError(
      'inside-repository',
      `Worktrees cannot be kept in ${directory}, which is inside the repository ${holder}. Set FORKSCOPE_HOME to a folder outside it.`,
    );
  }
}

async function addWorktree(git: Git, request: WorktreeRequest, claim: ClaimedName): Promise<void> {
  const { repository, owner, signal } = request;
  const reason = formatLockReason(owner);
  const args = ['worktree', 'add', '--no-checkout', '--lock', '--reason', reason, claim.path, claim.gitBranch];
  const outcome = await writeUntilVerified({
    // Takes milliseconds, and starts processes of its own that would go on writing: it is never cut off.
    run: () => git.run(repository.root, args, { exitCodes: 'any' }),
    verify: async (output) => {
      // A full check follows when the files are there.
      if (output.exitCode === 0) return true;
      const entry = await findWorktree(await readWorktrees(git, repository.commonDir), claim.path);
      return entry?.gitBranch === claim.gitBranch ? true : null;
    },
    signal,
  });
  if (outcome.done) return;
  throw gitFailed(args, outcome.last.exitCode, outcome.last.stderr, await adviseOnLockFiles(repository));
}

async function fillWorktree(git: Git, request: WorktreeRequest, claim: ClaimedName): Promise<void> {
  const { repository, signal } = request;
  const startCommit = await request.startCommit;
  const reset = ['reset', '--hard', '--quiet', '--no-recurse-submodules'];
  await runDespiteFilters(git, claim.path, reset, { signal });
  const baseCommit = await request.baseCommit;
  if (baseCommit !== startCommit) {
    await trustIndex(claim.path);
    const isMoved = await moveFiles(git, claim, startCommit, baseCommit, signal);
    if (!isMoved) await runDespiteFilters(git, claim.path, [...reset, baseCommit], { signal });
  }
  await fillSparseGaps(git, repository, claim.path, baseCommit, signal);
}

/**
 * Brings the files and the git branch from one commit to another one. Looks only at the files that differ, in one pass over
 * the index, where `git reset --keep` makes three. False when either is not there then: a filter that does not give back
 * what it took makes git refuse.
 */
async function moveFiles(
  git: Git,
  { path, gitBranch }: ClaimedName,
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const options = { signal, exitCodes: 'any' as const };
  const moves = [
    git.run(path, ['read-tree', '-m', '-u', '--no-recurse-submodules', from, to], options),
    git.run(path, ['update-ref', `refs/heads/${gitBranch}`, to, from], {
      ...options,
      environment: appIdentity(Date.now()),
    }),
  ];
  // Whoever goes on must find neither of them at work.
  await Promise.allSettled(moves);
  return (await Promise.all(moves)).every(({ exitCode }) => exitCode === 0);
}

/**
 * Spares git from reading every file again, as it does when it writes an index anew while the files are as young as the
 * one before. Here nobody else has been in the folder yet; and the next index has an honest time again, so that edits in
 * its own second are seen.
 */
async function trustIndex(path: string): Promise<void> {
  const link = await readFile(join(path, '.git'), 'utf8').catch(() => '');
  const gitDir = /^gitdir: (.+)\n?$/.exec(link)?.[1];
  if (gitDir === undefined) return;
  const later = Date.now() / 1000 + INDEX_AHEAD_SECONDS;
  await utimes(join(resolve(path, gitDir), 'index'), later, later).catch(() => null);
}

/** The folder is the top of a worktree of its own, on its git branch, at its commit; whatever git's exit codes said. */
async function verifyWorktree(git: Git, claim: ClaimedName, baseCommit: string): Promise<void> {
  const args = ['rev-parse', '--show-toplevel', 'HEAD', '--symbolic-full-name', 'HEAD'];
  const { stdout } = await git.run(claim.path, args, { exitCodes: 'any' });
  const top = await realOrSame(claim.path);
  if (stdout === `${top}\n${baseCommit}\nrefs/heads/${claim.gitBranch}\n`) return;
  throw new GitError('wrong-worktree', `The new worktree ${claim.path} is not what was asked for. Fork again.`);
}

/** Undoes a creation. Only what this creation made is touched; a failure here must not hide the first one. */
async function removeHalfMade(
  git: Git,
  repository: RepositoryLocation,
  claim: ClaimedName,
  commits: readonly string[],
): Promise<void> {
  const args = ['worktree', 'remove', '--force', '--force', claim.path];
  await git.run(repository.commonDir, args, { exitCodes: 'any' }).catch(() => null);
  await rmdir(claim.path).catch(() => null);
  for (const commit of commits) {
    await deleteRef(git, repository, `refs/heads/${claim.gitBranch}`, commit).catch(() => null);
  }
}
