import {
  type ConfirmationNeeded,
  type DiscardPlace,
  planDiscard,
  type Refusal,
  refuseByPlace,
} from '../../core/worktree/discard-plan.ts';
import type { NotKept } from '../../core/worktree/ignored-content.ts';
import type { WorktreeEntry } from '../../core/worktree/worktree-list.ts';
import { backUpWorktree } from './back-up-worktree.ts';
import type { Git } from './git.ts';
import { isInside } from './is-inside.ts';
import { isThere } from './is-there.ts';
import { locateWorktree, type SharedRepository } from './locate-repository.ts';
import { lockState } from './lock-holder.ts';
import { processesInside } from './processes-inside.ts';
import { type ForkIdentity, readContent } from './read-content.ts';
import { readLostWorktree } from './read-lost-worktree.ts';
import { findWorktree, readWorktrees, realOrSame } from './read-worktrees.ts';
import { removeWorktree } from './remove-worktree.ts';
import { listSubmodules } from './submodules.ts';
import { readRef } from './update-refs.ts';

export interface DiscardRequest extends ForkIdentity {
  readonly repository: SharedRepository;
  readonly path: string;
  /** True after a person chose to lose the changes. */
  readonly confirmed: boolean;
  /** Milliseconds since 1970, for the backup's date. */
  readonly now: number;
  /** The last commit that kept its files while it worked: says what they were when the folder is gone. */
  readonly snapshot?: string | null;
}

export interface Discarded {
  readonly kind: 'discarded';
  /** Null when there was nothing to keep. */
  readonly backupRef: string | null;
  /** Ignored files that went and are in no backup. */
  readonly notKept?: NotKept;
}

export type DiscardResult = Discarded | Refusal | ConfirmationNeeded;

/**
 * Removes a fork's worktree with `git worktree remove`, and its git branch. Whatever it changed is kept under a backup
 * ref first (but caches and the like, which a person has to agree to); git is forced only when that ref is there. A refusal is a value; `GitError` is thrown for faults of git.
 */
export async function discardWorktree(git: Git, request: DiscardRequest): Promise<DiscardResult> {
  const { repository, path, confirmed, now } = request;
  const entries = await readWorktrees(git, repository.commonDir);
  const entry = await findWorktree(entries, path);
  // Neither git nor the disk has it any more: only its git branch and our record are left.
  if (entry === undefined && !(await isThere(path))) return discardMissing(git, request, null);
  const refusal = refuseByPlace(await readPlace(request, entries, entry));
  if (refusal !== null) return refusal;
  if (!(await isThere(path))) return discardMissing(git, request, entry?.head ?? null);

  const location = await locateWorktree(git, path);
  const { content, losses } = await readContent(git, location, request);
  const plan = planDiscard(path, losses, confirmed, request.rebuilt);
  if (plan.kind !== 'remove') return plan;
  // git refuses any worktree with submodules unless it is forced, and forcing needs a backup.
  const needsForce = plan.backUp || (await listSubmodules(git, location.root)).length > 0;
  const backupRef = needsForce ? await backUpWorktree(git, repository, content, now) : null;
  const result = await removeRegistered(git, request, backupRef);
  const { notKept } = losses.ignored;
  return result.kind === 'discarded' && notKept !== null ? { ...result, notKept } : result;
}

/** Where a worktree stands now: what else is there, and who uses it. Throws `GitError`. */
export async function readPlace(
  request: Pick<DiscardRequest, 'repository' | 'path'>,
  entries: readonly WorktreeEntry[],
  entry: WorktreeEntry | undefined,
): Promise<DiscardPlace> {
  const { repository } = request;
  const path = await realOrSame(request.path);
  const main = entries[0];
  const others = await Promise.all(entries.filter((other) => other !== entry).map((other) => realOrSame(other.path)));
  const lock = lockState(entry?.lockReason ?? null);
  const [process] = entry === undefined ? [] : await processesInside(path);
  return {
    path: request.path,
    isMain: entry !== undefined && entry === main,
    isRegistered: entry !== undefined,
    contains: [...others, repository.commonDir].find((other) => isInside(other, path)) ?? null,
    usedBy:
      lock.kind === 'held'
        ? `Forkscope (process ${lock.owner.pid} on ${lock.owner.host})`
        : process === undefined
          ? null
          : `process ${process.pid} (${process.name})`,
    foreignLock: lock.kind === 'foreign' ? lock.reason : null,
  };
}

/**
 * The folder is gone. What git still knows of it is kept, with the files of its newest snapshot when there is one, and its
 * entry is removed. Nothing is left to confirm.
 */
async function discardMissing(git: Git, request: DiscardRequest, entryHead: string | null): Promise<DiscardResult> {
  const { repository, baseCommit, gitBranch, now } = request;
  const tip = gitBranch === null ? null : await readRef(git, repository, `refs/heads/${gitBranch}`);
  const head = entryHead ?? tip ?? baseCommit;
  const lost = await readLostWorktree(git, repository.commonDir, request.path);
  const headTree = await treeOf(git, repository, head);
  // Whoever else removed it took the ref away that kept its base commit alive.
  if (headTree === null) return removeRegistered(git, request, null);
  const tree = (request.snapshot ? await treeOf(git, repository, request.snapshot) : null) ?? headTree;
  const indexTree = lost.indexTree === tree || lost.indexTree === headTree ? null : lost.indexTree;
  const otherCommits = [...(tip === null ? [] : [tip]), ...lost.commits];
  const isMoved = [head, ...otherCommits].some((commit) => commit !== baseCommit);
  if (!isMoved && tree === headTree && indexTree === null) return removeRegistered(git, request, null);
  const content = { ...request, head, tree, indexTree, ignoredTree: null, otherCommits };
  return removeRegistered(git, request, await backUpWorktree(git, repository, content, now));
}

/** Null when the repository does not have the commit (any more). */
async function treeOf(git: Git, { commonDir }: SharedRepository, commit: string): Promise<string | null> {
  const args = ['rev-parse', '--quiet', '--verify', `${commit}^{tree}`];
  const { exitCode, stdout } = await git.run(commonDir, args, { exitCodes: 'any' });
  return exitCode === 0 ? stdout.trim() : null;
}

async function removeRegistered(git: Git, request: DiscardRequest, backupRef: string | null): Promise<DiscardResult> {
  const refusal = await removeWorktree(git, request, { force: backupRef !== null });
  return refusal ?? { kind: 'discarded', backupRef };
}
