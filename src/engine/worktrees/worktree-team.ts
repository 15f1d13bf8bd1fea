import type { BundledFork } from '../../core/worktree/bundle.ts';
import type { CloneFacts } from '../../core/worktree/clone-fit.ts';
import type { CollisionMatrix } from '../../core/worktree/collision-matrix.ts';
import type { MergePlan, MergeSelection, MergeWay, Resolution } from '../../core/worktree/merge-plan.ts';
import type { UndoPoint } from '../../core/worktree/undo-message.ts';
import type { WorktreeRecord } from '../../core/worktree/worktree-record.ts';
import { CollisionKeeper, type MatrixSide } from './collide/collision-matrix.ts';
import { ScratchObjects } from './collide/scratch-objects.ts';
import { type CompareOptions, type Comparison, compareCheckouts } from './compare-checkouts.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import type { LiveRepositories } from './live/live-trees.ts';
import { findRepository, type RepositoryLocation, type SharedRepository } from './locate-repository.ts';
import { type ApplyResult, applyMerge } from './merge/apply-merge.ts';
import { listUndoPoints } from './merge/keep-undo.ts';
import { type MergeRequest, type MergeSource, prepareMerge } from './merge/plan-merge.ts';
import { type UndoResult, undoMerge } from './merge/undo-merge.ts';
import { realOrSame } from './read-worktrees.ts';
import { readRecord } from './records.ts';
import { lookAtClone } from './share/look-at-clone.ts';
import { SharedRuns } from './shared-runs.ts';

export interface WorktreeTeamSetup {
  readonly git: Git;
  readonly live: LiveRepositories;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A new id at each call: letters, digits and dashes. */
  readonly ids: () => string;
}

/** What to merge of a fork, and how. */
interface MergeTerms {
  readonly way: MergeWay;
  readonly selection?: MergeSelection | undefined;
  /** For the one commit. */
  readonly message?: string | undefined;
  readonly resolutions?: readonly Resolution[] | undefined;
  /** Dirty files of the parent that may be written to. */
  readonly consent?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A merge of the fork whose worktree is at `path`. */
export interface MergeChoice extends MergeTerms {
  readonly path: string;
}

/** A merge of a fork that somebody else's bundle carries into the checkout that `root` is in. */
export interface BundleChoice extends MergeTerms {
  readonly root: string;
  readonly fork: BundledFork;
}

/** What a team does with the forks of a repository: compare, collide, merge back, undo. Throws `GitError`. */
export class WorktreeTeam {
  readonly #git: Git;
  readonly #live: LiveRepositories;
  readonly #clock: () => number;
  readonly #ids: () => string;
  /** By shared git directory. */
  readonly #keepers = new Map<string, CollisionKeeper>();
  readonly #runs = new SharedRuns<unknown>();
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor({ git, live, clock, ids }: WorktreeTeamSetup) {
    this.#git = git;
    this.#live = live;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** Which of these checkouts (all of the repository at `root`) collide; see `CollisionKeeper.compute`. */
  async matrix(
    root: string,
    sides: readonly Omit<MatrixSide, 'copied' | 'createdAt'>[],
    changed: ReadonlySet<string> | null,
    signal?: AbortSignal,
  ): Promise<CollisionMatrix> {
    const { commonDir } = await this.#locate(root);
    const full = await Promise.all(
      sides.map(async (side): Promise<MatrixSide> => {
        const record = await this.#findRecord(side.path);
        return { ...side, copied: record?.copied ?? [], createdAt: record?.createdAt ?? 0 };
      }),
    );
    let keeper = this.#keepers.get(commonDir);
    if (keeper === undefined) {
      keeper = new CollisionKeeper(this.#git, { commonDir }, this.#live.of({ commonDir }));
      this.#keepers.set(commonDir, keeper);
    }
    const computing = keeper;
    // One after another: each goes on from what the last one knows.
    const run = this.#lastRun.then(
      () => computing.compute(full, changed, signal),
      () => computing.compute(full, changed, signal),
    );
    this.#lastRun = run.catch(() => null);
    return run;
  }

  /** The plan of a merge. Nothing is written, not even objects into the repository. */
  async preview(choice: MergeChoice | BundleChoice): Promise<MergePlan> {
    const request = await this.#request(choice);
    const scratch = await ScratchObjects.open(
      request.source.kind === 'worktree' ? request.source.record : request.source,
    );
    try {
      return (await prepareMerge(this.#git, request, { objects: scratch.folder }, scratch.environment)).plan;
    } finally {
      await scratch.close();
    }
  }

  /** Merges as previewed under `planId`; null merges what is there now. */
  async apply(choice: MergeChoice | BundleChoice, planId: string | null): Promise<ApplyResult> {
    const request = await this.#request(choice);
    return applyMerge(this.#git, { ...request, planId, id: this.#ids(), now: this.#clock() });
  }

  /** Takes a merge (or an undo) back. `root` is any checkout of the repository. */
  async undo(root: string, undo: string, { force }: { readonly force: boolean }): Promise<UndoResult> {
    const repository = await this.#locate(root);
    const copied = (await this.#findRecord(root))?.copied ?? [];
    return undoMerge(this.#git, { repository, undo, copied, force, id: this.#ids(), now: this.#clock() });
  }

  async undoPoints(root: string): Promise<readonly UndoPoint[]> {
    return listUndoPoints(this.#git, await this.#locate(root));
  }

  /** What the clone that `root` is in holds of what a carried fork started from. */
  async lookAtClone(root: string, fork: BundledFork): Promise<CloneFacts> {
    return lookAtClone(this.#git, (await this.#locate(root)).commonDir, fork);
  }

  /** From the checkout at one path to that at another, as both are now. */
  async compare(from: string, to: string, options: CompareOptions = {}): Promise<Comparison> {
    const repository: SharedRepository = await this.#locate(from);
    const other = await this.#locate(to);
    if (repository.commonDir !== other.commonDir) {
      throw new GitError(
        'wrong-worktree',
        `${from} and ${to} belong to different repositories. Compare two of the same.`,
      );
    }
    const side = async (path: string) => ({ path, copied: (await this.#findRecord(path))?.copied ?? [] });
    const work = async () => compareCheckouts(this.#git, repository, await side(from), await side(to), options);
    return this.#runs.run(
      `compare ${from} ${to} ${options.ignoreSpace ?? false} ${options.file ?? ''}`,
      work,
    ) as Promise<Comparison>;
  }

  /** Deletes the scratch folders. */
  async close(): Promise<void> {
    await this.#lastRun;
    this.#keepers.clear();
    await this.#live.close();
  }

  async #request(choice: MergeChoice | BundleChoice): Promise<MergeRequest> {
    const source = await this.#source(choice);
    const root = source.kind === 'worktree' ? source.record.root : source.root;
    const name = source.kind === 'worktree' ? source.record.name : source.fork.title;
    return {
      source,
      parentCopied: (await this.#findRecord(root))?.copied ?? [],
      way: choice.way,
      selection: choice.selection ?? { kind: 'all' },
      message: choice.message ?? `Merge ${name}`,
      resolutions: choice.resolutions ?? [],
      consent: choice.consent ?? [],
      signal: choice.signal,
    };
  }

  async #source(choice: MergeChoice | BundleChoice): Promise<MergeSource> {
    if ('path' in choice) return { kind: 'worktree', record: await this.record(choice.path) };
    const { root, commonDir, isBare } = await this.#locate(choice.root);
    if (!isBare) return { kind: 'bundle', fork: choice.fork, root, commonDir };
    throw new GitError('wrong-worktree', `${root} is a bare repository without files. Choose a checkout.`);
  }

  /** What is kept about the worktree at this path. */
  async record(path: string): Promise<WorktreeRecord> {
    const record = await this.#findRecord(path);
    if (record !== null) return record;
    throw new GitError('no-record', `${path} is no worktree that Forkscope made. List the worktrees to see which are.`);
  }

  async #findRecord(path: string): Promise<WorktreeRecord | null> {
    return (await readRecord(path)) ?? readRecord(await realOrSame(path));
  }

  async #locate(folder: string): Promise<RepositoryLocation> {
    await this.#git.requireVersion();
    const location = await findRepository(this.#git, folder);
    if (location !== null) return location;
    throw new GitError('wrong-worktree', `${folder} is not inside a git repository. Choose the folder of one.`);
  }
}
