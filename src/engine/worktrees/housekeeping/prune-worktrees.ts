import type { DiscardLoss } from '../../../core/worktree/discard-loss.ts';
import { ELSEWHERE, worktreeCondition } from '../../../core/worktree/housekeeping.ts';
import { isOnlyRebuilt, type NotKept } from '../../../core/worktree/ignored-content.ts';
import { listPaths } from '../../../core/worktree/list-paths.ts';
import type { PrunedWorktrees } from '../../../shared/worktree-calls.ts';
import type { DiscardResult } from '../discard-worktree.ts';
import { GitError } from '../git-error.ts';
import type { ListedWorktree } from '../list-worktrees.ts';
import { notePruned, pruneLog } from './prune-log.ts';

export interface PruneOptions {
  /** Only worktrees that were made longer ago than this. */
  readonly days: number;
  /** True says what would be removed, and removes nothing. */
  readonly dryRun: boolean;
}

export interface PruneParts {
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly repaired: readonly string[];
  readonly worktrees: readonly ListedWorktree[];
  readonly loss: (path: string) => Promise<DiscardLoss>;
  readonly discard: (path: string) => Promise<DiscardResult>;
  /** Names of ignored folders that do not keep a worktree. */
  readonly rebuilt: readonly string[];
}

interface Gone {
  readonly backupRef: string | null;
  /** Ignored folders that go and are in no backup. */
  readonly notKept: NotKept | null;
}

const DAY_MS = 86_400_000;

/**
 * Removes old worktrees that hold nothing of their own and whose owner is gone, one after another, and writes each down.
 * Whatever holds anything stays: removing that takes a person's choice. So does what another data folder's Forkscope
 * made, which would never learn that it went. Throws `GitError` only for a failed look.
 */
export async function pruneWorktrees(
  parts: PruneParts,
  { days, dryRun }: PruneOptions,
): Promise<Omit<PrunedWorktrees, 'snapshots'>> {
  const { directory, now, repaired, worktrees } = parts;
  const removed: ({ path: string } & Gone)[] = [];
  const kept: { path: string; why: string }[] = [];
  for (const { path, kind, isRegistered, isFolderThere, lock, record, isElsewhere } of worktrees) {
    if (record === null || now - record.createdAt < days * DAY_MS) continue;
    const condition = worktreeCondition({ kind, isRegistered, isFolderThere, lock: lock.kind });
    if (isElsewhere) kept.push({ path, why: ELSEWHERE });
    else if (dryRun && repaired.includes(path))
      kept.push({ path, why: 'It is joined with its moved repository first.' });
    else if (condition === 'in-use') kept.push({ path, why: 'A fork works here now.' });
    else if (condition === 'unregistered') kept.push({ path, why: 'git does not know this folder. Look into it.' });
    else if (lock.kind === 'foreign') kept.push({ path, why: `It is locked: ${lock.reason}.` });
    else {
      const why = await tryToRemove(parts, path, dryRun).catch((error: unknown) => {
        if (!(error instanceof GitError)) throw error;
        return error.message;
      });
      if (typeof why === 'string') kept.push({ path, why });
      else {
        removed.push({ path, ...why });
        if (!dryRun) await notePruned(directory, { path, name: record.name, root: record.root, ...why, at: now });
      }
    }
  }
  return { removed, kept, repaired, log: pruneLog(directory) };
}

/** Why it stays; or what keeps its content. */
async function tryToRemove(
  { loss, discard, rebuilt }: PruneParts,
  path: string,
  dryRun: boolean,
): Promise<string | Gone> {
  if (dryRun) {
    const { files, commits, ignored, refusal, backupRef } = await loss(path);
    if (refusal !== null) return refusal;
    const { notKept } = ignored;
    const left = notKept === null || isOnlyRebuilt(notKept, rebuilt) ? [] : notKept.paths;
    const own = [...ignored.kept, ...left];
    if (files.length === 0 && commits.length === 0 && own.length === 0) return { backupRef, notKept };
    const tracked = [counted(files.length, 'changed file'), counted(commits.length, 'commit')].join(' and ');
    const holds = own.length === 0 ? tracked : `${tracked}, and what git ignores: ${listPaths(own)}`;
    return `It holds ${holds}. Discard it by hand if that is not needed.`;
  }
  const result = await discard(path);
  return result.kind === 'discarded'
    ? { backupRef: result.backupRef, notKept: result.notKept ?? null }
    : result.message;
}

function counted(count: number, one: string): string {
  return count === 1 ? `one ${one}` : `${count} ${one}s`;
}
