import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ELSEWHERE,
  type HousekeepingFacts,
  safeAction,
  worktreeCondition,
} from '../../../core/worktree/housekeeping.ts';
import type { Survey, SurveyedBackup, SurveyedWorktree } from '../../../core/worktree/survey.ts';
import { listBackups } from '../backups.ts';
import type { Git } from '../git.ts';
import { listWorktrees } from '../list-worktrees.ts';
import type { RepositoryLocation } from '../locate-repository.ts';
import { listUndoPoints } from '../merge/keep-undo.ts';
import { realOrSame } from '../read-worktrees.ts';
import { folderSize } from './folder-size.ts';

/**
 * Everything of a repository's worktrees that takes room: those that git knows, those that only we or only the disk
 * know, and what is kept of removed ones. Reads only. Throws `GitError`: a failed look is never an empty list.
 */
export async function surveyWorktrees(
  git: Git,
  repository: RepositoryLocation,
  directory: string,
  signal?: AbortSignal,
): Promise<Survey> {
  const { worktrees, problems } = await listWorktrees(git, repository, directory, signal);
  const known = new Set(await Promise.all(worktrees.map(({ path }) => realOrSame(path))));
  const surveyed: SurveyedWorktree[] = [];
  for (const { path, kind, isRegistered, isFolderThere, lock, record, isElsewhere, gitBranch } of worktrees) {
    const facts: HousekeepingFacts = { kind, isRegistered, isFolderThere, lock: lock.kind };
    const condition = worktreeCondition(isElsewhere ? { ...facts, kind: 'other' } : facts);
    surveyed.push({
      path,
      name: record?.name ?? null,
      gitBranch,
      condition,
      ...(isElsewhere ? { action: 'none' as const, why: ELSEWHERE } : safeAction(condition)),
      // The main checkout is the person's own: its size is none of our business.
      bytes: isFolderThere && condition !== 'main' ? await folderSize(path, signal) : null,
      createdAt: record?.createdAt ?? null,
      owner: lock.kind === 'held' || lock.kind === 'stale' ? { ...lock.owner, isAlive: lock.kind === 'held' } : null,
    });
  }
  for (const path of await foldersIn(directory)) {
    if (known.has(await realOrSame(path))) continue;
    const bytes = await folderSize(path, signal);
    const rest = { name: null, gitBranch: null, createdAt: null, owner: null };
    surveyed.push({ path, condition: 'unregistered', ...safeAction('unregistered'), bytes, ...rest });
  }
  const backups: SurveyedBackup[] = [];
  for (const { ref, name, at, gitBranch } of await listBackups(git, repository)) {
    backups.push({ ref, name, at, gitBranch, bytes: await keptBytes(git, repository, ref) });
  }
  return { worktrees: surveyed, backups, undoPoints: await listUndoPoints(git, repository), problems };
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
}

async function keptBytes(git: Git, repository: RepositoryLocation, ref: string): Promise<number | null> {
  const others = ['--not', `--exclude=${ref}`, '--all'];
  const output = await git.run(repository.commonDir, ['rev-list', '--objects', '--disk-usage', ref, ...others], {
    exitCodes: 'any',
  });
  return output.exitCode === 0 ? Number(output.stdout.trim()) : null;
}
