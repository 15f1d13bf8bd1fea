import {
  bySession,
  expiredSnapshots,
  holderOf,
  type KeptSnapshots,
  type SnapshotRef,
} from '../../../core/worktree/kept-snapshots.ts';
import type { RemovedSnapshots } from '../../../shared/worktree-calls.ts';
import type { Git } from '../git.ts';
import type { RepositoryLocation } from '../locate-repository.ts';
import { noteSnapshots } from './prune-log.ts';
import type { PruneOptions } from './prune-worktrees.ts';
import { countMoments, listSnapshots, removeSnapshots, surveySnapshots } from './snapshots.ts';

export interface SnapshotShelfParts {
  readonly git: Git;
  /** The folder of our worktrees: only what was kept for it goes by itself. */
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  locate(folder: string): Promise<RepositoryLocation>;
}

export interface SurveyedSnapshots extends KeptSnapshots {
  readonly holder: ReturnType<typeof holderOf>;
}

/** Ids of the sessions that are there, those in the trash included. */
type Existing = () => Promise<ReadonlySet<string>>;

/**
 * The snapshots that sessions have left in a repository. `root` is any checkout of it. Which sessions exist is asked after
 * the snapshots were listed, so that those of a session that begins meanwhile are safe. Throws `GitError`.
 */
export class SnapshotShelf {
  readonly #parts: SnapshotShelfParts;

  constructor(parts: SnapshotShelfParts) {
    this.#parts = parts;
  }

  /** What is kept, by session, the newest first. */
  async survey(root: string, existing: Existing): Promise<SurveyedSnapshots[]> {
    const { git, directory: keeper, locate } = this.#parts;
    const repository = await locate(root);
    const refs = await listSnapshots(git, repository);
    if (refs.length === 0) return [];
    const [there, own] = [await existing(), bySession(refs)];
    const kept = await surveySnapshots(git, repository, refs);
    return kept.map((each) => ({
      ...each,
      holder: holderOf(each.sessionId, own.get(each.sessionId) ?? [], { existing: there, keeper }),
    }));
  }

  /** Removes those of one session, which the caller knows to be gone for good, and writes it down. Null: there were none. */
  async removeOf(root: string, sessionId: string): Promise<RemovedSnapshots | null> {
    const repository = await this.#parts.locate(root);
    const refs = await listSnapshots(this.#parts.git, repository);
    const own = refs.filter((ref) => ref.sessionId === sessionId);
    return (await this.#drop(repository, own, false))[0] ?? null;
  }

  /** Removes what `expiredSnapshots` names, and writes it down; a dry run only says what that would be. */
  async prune(root: string, existing: Existing, { days, dryRun }: PruneOptions): Promise<RemovedSnapshots[]> {
    const { git, directory: keeper, clock, locate } = this.#parts;
    const repository = await locate(root);
    const refs = await listSnapshots(git, repository);
    if (refs.length === 0) return [];
    const rule = { keeper, existing: await existing(), now: clock(), days };
    return this.#drop(repository, expiredSnapshots(refs, rule), dryRun);
  }

  async #drop(
    repository: RepositoryLocation,
    refs: readonly SnapshotRef[],
    dryRun: boolean,
  ): Promise<RemovedSnapshots[]> {
    if (refs.length === 0) return [];
    const { git, directory, clock } = this.#parts;
    const counts = await countMoments(git, repository.commonDir, refs);
    const removed = [...bySession(refs)].map(([sessionId, own]) => ({
      sessionId,
      moments: counts && own.reduce((sum, { ref }) => sum + (counts.get(ref) ?? 0), 0),
      refs: own.map(({ ref, commit }) => ({ ref, commit })),
    }));
    if (dryRun) return removed;
    await removeSnapshots(git, repository, refs);
    for (const each of removed) await noteSnapshots(directory, { root: repository.root, ...each, at: clock() });
    return removed;
  }
}
