import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import { SUBMODULE_MODE } from '../../core/worktree/raw-diff.ts';
import type { Git } from './git.ts';
import { isThere } from './is-there.ts';
import type { RepositoryLocation } from './locate-repository.ts';

/** A submodule as a checkout's index records it. */
export interface RecordedSubmodule {
  readonly path: string;
  readonly commit: string;
}

/** What a checkout's index holds as submodules. */
export async function listSubmodules(git: Git, root: string): Promise<RecordedSubmodule[]> {
  const { stdout } = await git.run(root, ['ls-files', '--stage', '-z']);
  return splitNul(stdout)
    .filter((field) => field.startsWith(`${SUBMODULE_MODE} `))
    .map((field) => ({ path: field.slice(field.indexOf('\t') + 1), commit: field.split(' ')[1] ?? '' }));
}

/** Paths of submodules that are not in a new worktree as they are in the parent's checkout. */
export interface SubmoduleGaps {
  /** The parent lacks the recorded commit. */
  readonly empty: readonly string[];
  /** The parent's own checkout of it has uncommitted edits, which stay there. */
  readonly edited: readonly string[];
}

/**
 * Fills a new worktree's submodules from the parent's own checkouts of them, sharing their objects: no network, and no
 * setting of the repository is written.
 */
export async function fillSubmodules(git: Git, from: string, to: string, signal?: AbortSignal): Promise<SubmoduleGaps> {
  const empty: string[] = [];
  const edited: string[] = [];
  for (const { path, commit } of await listSubmodules(git, to)) {
    const source = join(from, path);
    if (!(await fillOne(git, source, join(to, path), commit, signal))) empty.push(path);
    else if (await isEdited(git, source)) edited.push(path);
  }
  return { empty, edited };
}

async function isEdited(git: Git, folder: string): Promise<boolean> {
  const { stdout } = await git.run(folder, ['status', '--porcelain', '-z', '--ignored=no'], { exitCodes: 'any' });
  return stdout !== '';
}

async function fillOne(
  git: Git,
  source: string,
  target: string,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // Without a repository of its own, git would answer for the one around it.
  if (!(await isThere(join(source, '.git')))) return false;
  const asked = await git.run(source, ['rev-parse', '--absolute-git-dir', `${commit}^{commit}`], { exitCodes: 'any' });
  const [store = ''] = asked.stdout.split('\n');
  if (asked.exitCode !== 0) return false;
  const clone = ['clone', '--quiet', '--shared', '--no-checkout', '--no-tags', '--', store, target];
  const made = await git.run(source, ['-c', 'protocol.file.allow=always', ...clone], { exitCodes: 'any', signal });
  if (made.exitCode !== 0) return false;
  const out = await git.run(target, ['checkout', '--quiet', '--detach', commit], { exitCodes: 'any', signal });
  return out.exitCode === 0;
}

/**
 * Submodules of a worktree that hold anything beyond the commit that is recorded: edits, or commits that no other clone
 * has. They are in no backup.
 */
export async function filledSubmodules(git: Git, location: RepositoryLocation): Promise<string[]> {
  const own: string[] = [];
  for (const { path, commit } of await listSubmodules(git, location.root)) {
    const folder = join(location.root, path);
    if ((await isThere(join(folder, '.git'))) && !(await isUntouched(git, folder, commit))) own.push(path);
  }
  // Repositories that git moved out of a submodule which the worktree no longer has.
  const modules = join(location.gitDir, 'modules');
  const kept = await readdir(modules).catch(() => []);
  if (kept.length > 0 && own.length === 0) own.push(modules);
  return own;
}

async function isUntouched(git: Git, folder: string, commit: string): Promise<boolean> {
  const status = await git.run(folder, ['status', '--porcelain', '-z', '--ignored=no'], { exitCodes: 'any' });
  const args = ['rev-list', '--count', '--reflog', '--branches', 'HEAD', '--not', '--remotes', commit];
  const ahead = await git.run(folder, args, { exitCodes: 'any' });
  const stash = await git.run(folder, ['rev-parse', '--verify', '--quiet', 'refs/stash'], { exitCodes: 'any' });
  return status.exitCode === 0 && status.stdout === '' && ahead.stdout.trim() === '0' && stash.exitCode !== 0;
}
