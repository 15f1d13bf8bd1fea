import { appIdentity } from './app-identity.ts';
import { type Git, type GitOutput, gitFailed } from './git.ts';
import type { SharedRepository } from './locate-repository.ts';
import { adviseOnLockFiles } from './lock-files.ts';
import { writeUntilVerified } from './write-queue.ts';

/**
 * Creates a ref. False when it exists already, even with the same commit: who gets true owns the name, also between
 * processes. Call it inside the write queue. Throws `GitError`.
 */
export async function createRef(git: Git, location: SharedRepository, ref: string, commit: string): Promise<boolean> {
  const args = [...quietLog(ref), 'update-ref', ref, commit, '0'.repeat(commit.length)];
  const outcome = await writeUntilVerified<'created' | 'exists'>({
    run: () => runUpdate(git, location, args),
    verify: async (output) => {
      if (output.exitCode === 0) return 'created';
      return (await readRef(git, location, ref)) === null ? null : 'exists';
    },
  });
  if (outcome.done) return outcome.value === 'created';
  throw await refFailed(location, args, outcome.last);
}

/** Points a ref of ours at a commit, wherever it pointed before. Call it inside the write queue. Throws `GitError`. */
export async function setRef(git: Git, location: SharedRepository, ref: string, commit: string): Promise<void> {
  const args = [...quietLog(ref), 'update-ref', ref, commit];
  const outcome = await writeUntilVerified({
    run: () => runUpdate(git, location, args),
    verify: async (output) => (output.exitCode === 0 || (await readRef(git, location, ref)) === commit ? true : null),
  });
  if (!outcome.done) throw await refFailed(location, args, outcome.last);
}

/** Deletes a ref if it still points at this commit. Call it inside the write queue. Throws `GitError`. */
export async function deleteRef(git: Git, location: SharedRepository, ref: string, commit: string): Promise<void> {
  const args = [...quietLog(ref), 'update-ref', '-d', ref, commit];
  const outcome = await writeUntilVerified({
    run: () => runUpdate(git, location, args),
    verify: async (output) => (output.exitCode === 0 || (await readRef(git, location, ref)) !== commit ? true : null),
  });
  if (!outcome.done) throw await refFailed(location, args, outcome.last);
}

/** Commit id, or null when there is no such ref. */
export async function readRef(git: Git, location: SharedRepository, ref: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`];
  const output = await git.run(location.commonDir, args, { exitCodes: 'any' });
  return output.exitCode === 0 ? output.stdout.trim() : null;
}

/** Names of all refs below some prefixes, e.g. "refs/heads". A ref's name never holds a newline. */
export async function listRefs(git: Git, location: SharedRepository, ...prefixes: string[]): Promise<string[]> {
  const { stdout } = await git.run(location.commonDir, ['for-each-ref', '--format=%(refname)', ...prefixes]);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Our own refs keep no reflog, whatever the person's settings say. */
function quietLog(ref: string): string[] {
  return ref.startsWith('refs/forkscope/') ? ['-c', 'core.logAllRefUpdates=false'] : [];
}

/** A reflog line needs an identity, and the person may have set none. */
function runUpdate(git: Git, location: SharedRepository, args: readonly string[]): Promise<GitOutput> {
  return git.run(location.commonDir, args, { environment: appIdentity(Date.now()), exitCodes: 'any' });
}

async function refFailed(location: SharedRepository, args: readonly string[], last: GitOutput): Promise<Error> {
  return gitFailed(args, last.exitCode, last.stderr, await adviseOnLockFiles(location));
}
