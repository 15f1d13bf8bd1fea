import { join } from 'node:path';
import type { EventBody } from '../../core/session/events.ts';
import { hasEnded } from '../../core/session/selectors.ts';
import type { SessionState, WorktreeState } from '../../core/session/state.ts';
import type { BundledFork } from '../../core/worktree/bundle.ts';
import type { CollisionMatrix } from '../../core/worktree/collision-matrix.ts';
import type { DiscardLoss } from '../../core/worktree/discard-loss.ts';
import type { FileSides } from '../../core/worktree/file-side.ts';
import type { MergePlan, MergeSelection, MergeWay, Resolution } from '../../core/worktree/merge-plan.ts';
import type { PastFiles } from '../../core/worktree/past-files.ts';
import { proposeMessage } from '../../core/worktree/propose-message.ts';
import type { Survey } from '../../core/worktree/survey.ts';
import { EngineFault } from '../engine-fault.ts';
import type { Comparison } from './compare-checkouts.ts';
import { sideOnDisk } from './file-side.ts';
import type { ForkWorktree } from './furnish-worktree.ts';
import { GitError } from './git-error.ts';
import type { PrunedWorktree } from './housekeeping/prune-log.ts';
import { isThere } from './is-there.ts';
import { unpack } from './share/carried-bytes.ts';
import type { CarriedForks } from './share/carried-forks.ts';
import { carriedPatch } from './share/carried-patch.ts';
import type { ExportedBundle } from './share/export-fork.ts';
import { refusalOf, WorktreeBranches } from './worktree-branches.ts';
import type { WorktreeService } from './worktree-service.ts';

export interface SessionWorktreesSetup {
  readonly worktrees: WorktreeService;
  readonly state: () => SessionState;
  /** Writes an event into the session's log; throws where the session is only looked at. */
  readonly append: (event: EventBody) => void;
  /** Wraps the removal of a branch's folder, so that nothing holds it meanwhile. */
  readonly aroundRemoval?: <T>(branch: string, work: () => Promise<T>) => Promise<T>;
  /** What an imported bundle carries of its forks; none when left out. */
  readonly carried?: CarriedForks | undefined;
}

/** What of a branch to merge, and how. */
export interface BranchMerge {
  readonly branch: string;
  readonly way: MergeWay;
  readonly selection?: MergeSelection | undefined;
  /** Default for the one commit: made from the branch's title and report. */
  readonly message?: string | null | undefined;
  readonly resolutions?: readonly Resolution[] | undefined;
  readonly consent?: readonly string[] | undefined;
  /** A folder in the clone that a carried fork is merged into; nothing for a fork with a worktree of its own. */
  readonly into?: string | null | undefined;
}

/** Which differences of a branch's files to show. */
export interface DiffChoice {
  /** A branch whose folder, as it is now, is the other side; null for the base commit. */
  readonly against?: string | null | undefined;
  readonly ignoreSpace?: boolean | undefined;
  readonly file?: string | undefined;
  /** The files of a moment instead of those on disk; `against` says nothing then. */
  readonly past?: PastFiles | null | undefined;
}

export type WorktreeCounts = Pick<WorktreeState, 'files' | 'added' | 'removed'>;

export interface MergeDone {
  readonly plan: MergePlan;
  readonly undoId: string;
  readonly undoRef: string;
  /** HEAD of the parent when commits were made; else null. */
  readonly commit: string | null;
}

export interface UndoDone {
  readonly redoId: string;
  readonly redoRef: string;
  readonly paths: readonly string[];
}

/** A session's worktrees by branch id: what a team does with them. Throws `EngineFault` or `GitError`. */
export class SessionWorktrees {
  readonly #worktrees: WorktreeService;
  readonly #branches: WorktreeBranches;
  readonly #append: (event: EventBody) => void;
  readonly #aroundRemoval: <T>(branch: string, work: () => Promise<T>) => Promise<T>;
  readonly #carried: CarriedForks;

  constructor({ worktrees, state, append, aroundRemoval, carried }: SessionWorktreesSetup) {
    this.#worktrees = worktrees;
    this.#branches = new WorktreeBranches(state);
    this.#append = append;
    this.#aroundRemoval = aroundRemoval ?? ((_, work) => work());
    this.#carried = carried ?? (async () => new Map());
  }

  /** Which forks collide, with each other and with the parent's own edits. `changed` names branches; null reads all. */
  async matrix(changed: readonly string[] | null): Promise<CollisionMatrix> {
    await this.noteMissing();
    const forks = this.#branches.forks();
    const parents = new Set(forks.map(({ branch }) => branch.parent).filter((id) => id !== null));
    const isFork = new Set(forks.map(({ branch }) => branch.id));
    const sides = [...parents]
      .filter((id) => !isFork.has(id))
      .map((id) => ({
        id,
        name: this.#branches.branch(id).title,
        path: this.#branches.branch(id).root,
        baseCommit: null,
        parent: null,
      }));
    const others = forks.map(({ branch, worktree: { path, baseCommit } }) => {
      return { id: branch.id, name: branch.title, path, baseCommit, parent: branch.parent };
    });
    return this.#worktrees.team.matrix(
      this.#branches.root,
      [...sides, ...others],
      changed === null ? null : new Set(changed),
    );
  }

  async preview(merge: BranchMerge): Promise<MergePlan> {
    await this.noteMissing(merge.branch);
    return this.#worktrees.team.preview(await this.#choice(merge));
  }

  /** Merges as previewed under `planId` (null: as it is now). Throws an `EngineFault` with the plan's reason otherwise. */
  async apply(merge: BranchMerge, planId: string | null): Promise<MergeDone> {
    await this.noteMissing(merge.branch);
    const result = await this.#worktrees.team.apply(await this.#choice(merge), planId);
    const { plan } = result;
    if (result.kind === 'refused') {
      const code = plan.readiness.kind === 'ready' ? 'stale-plan' : plan.readiness.kind;
      throw new EngineFault(code, result.message);
    }
    const { undoId, undoRef, head } = result;
    const commit = plan.way === 'changes' ? null : head;
    const { root: into, way } = plan;
    const paths = plan.files.map(({ path }) => path);
    this.#append({ type: 'worktree-merged', branch: merge.branch, into, way, paths, commit, undoId, undoRef });
    return { plan, undoId, undoRef, commit };
  }

  async undo(branch: string, undoId: string, { force }: { readonly force: boolean }): Promise<UndoDone> {
    const merge = this.#branches
      .worktreeOf(branch)
      .merges?.find((one) => one.undoId === undoId || one.undoRef === undoId);
    if (!merge) {
      throw new EngineFault(
        'not-found',
        `The branch ${branch} has no merge called ${undoId}. Look at its list of merges.`,
      );
    }
    const result = await this.#worktrees.team.undo(merge.into, merge.undoId, { force });
    if (result.kind === 'refused') {
      throw new EngineFault(result.reason === 'edited-since' ? 'edited-since' : 'undo-refused', result.message);
    }
    const { redoId, redoRef } = result;
    const paths = result.files.map(({ path }) => path);
    this.#append({ type: 'worktree-undone', branch, undoId: merge.undoId, redoId, redoRef, paths });
    return { redoId, redoRef, paths };
  }

  /** What a bundle carries of this branch. Throws when it is no such branch. */
  async carriedFork(branch: string): Promise<BundledFork> {
    this.#branches.branch(branch);
    const fork = this.#branches.isCarried(branch) ? (await this.#carried()).get(branch) : undefined;
    if (fork) return fork;
    throw new EngineFault('not-carried', `No changes of ${branch} came with the bundle. Import the bundle again.`);
  }

  /** The checkout that a merge of this branch writes to. `into` says it for a carried fork. */
  checkoutOf(branch: string, into: string | null): string {
    if (this.#branches.isCarried(branch)) return targetOf(into);
    const { parent } = this.#branches.branch(branch);
    return parent === null ? this.#branches.root : this.#branches.folderOf(parent);
  }

  /** From one branch's files to another's, as both are now. A parent is named like any branch. */
  async compare(from: string, to: string, file?: string): Promise<Comparison> {
    await this.noteMissing(from);
    await this.noteMissing(to);
    return this.#worktrees.team.compare(this.#branches.folderOf(from), this.#branches.folderOf(to), { file });
  }

  /**
   * What a branch's worktree holds beyond its base commit, as a patch for reading; or beyond what another branch's folder
   * holds now.
   */
  async diff(
    branch: string,
    { against = null, ignoreSpace = false, file, past = null }: DiffChoice = {},
  ): Promise<string> {
    if (past !== null) return this.#worktrees.pastDiff(this.#branches.root, past, { file, ignoreSpace });
    if (this.#branches.isCarried(branch)) {
      if (against === null) return carriedPatch(await this.carriedFork(branch), file);
      throw new EngineFault(
        'elsewhere',
        'Only what this fork changed came with the bundle, so it is shown against what it started from. To see it against your files, merge it and look at the preview.',
      );
    }
    await this.noteMissing(branch);
    const { path } = this.#branches.presentWorktree(branch);
    if (against === null) return this.#worktrees.diff(path, { file, ignoreSpace });
    const { patch } = await this.#worktrees.team.compare(this.#branches.folderOf(against), path, { file, ignoreSpace });
    return patch;
  }

  /** Both sides of one file of such a diff, whole. `from` is its path before the change. */
  async sides(
    branch: string,
    { against = null, past = null }: DiffChoice,
    path: string,
    from: string,
  ): Promise<FileSides | null> {
    if (past !== null) return this.#worktrees.pastSides(this.#branches.root, past, path, from);
    if (this.#branches.isCarried(branch)) return null;
    await this.noteMissing(branch);
    const worktree = this.#branches.presentWorktree(branch);
    const before =
      against === null
        ? this.#worktrees.baseSide(worktree.path, from)
        : sideOnDisk(this.#branches.folderOf(against), from);
    return { before: await before, after: await sideOnDisk(worktree.path, path) };
  }

  /** Where a file of a branch lies on disk. Throws when it is not there (any more), or would lead out of the folder. */
  async fileOnDisk(branch: string, path: string): Promise<string> {
    await this.noteMissing(branch);
    const folder = this.#branches.folderOf(branch);
    const side = await sideOnDisk(folder, path);
    if (side.kind !== 'absent') return join(folder, path);
    throw new EngineFault('not-found', `${path} is not in this branch's folder any more. Read the changes again.`);
  }

  /** Files and lines that each fork changed, as they are now; null where its folder cannot be read (any more). */
  async counts(): Promise<ReadonlyMap<string, WorktreeCounts | null>> {
    const counts = new Map<string, WorktreeCounts | null>();
    for (const { branch, worktree } of this.#branches.forks()) {
      const changes = await this.#worktrees.changes(worktree.path).catch((error: unknown) => {
        if (error instanceof GitError) return null;
        throw error;
      });
      counts.set(branch.id, changes && { ...changes, files: changes.files.length });
    }
    return counts;
  }

  survey(): Promise<Survey> {
    return this.#worktrees.survey(this.#branches.root);
  }

  /**
   * Brings a branch's worktree back that was discarded, or whose folder somebody else removed. Without a backup's name: from
   * the one that its discard left, else from the newest snapshot of its files.
   */
  async restore(branch: string, backup: string | null): Promise<ForkWorktree> {
    const worktree = this.#branches.worktreeOf(branch);
    const isTaken = await isThere(worktree.path);
    if (worktree.removedRef === undefined && isTaken) {
      throw new EngineFault('not-removed', `The worktree of ${branch} was not discarded. It is at ${worktree.path}.`);
    }
    // A name that is free again may be another fork's by now: that one's folder says nothing of this one.
    const kept = worktree.removedRef ?? (isTaken ? null : await this.#discardLost(branch));
    const ref = backup ?? kept;
    if (ref === null) {
      throw new EngineFault(
        'no-backup',
        `The worktree of ${branch} held nothing when it was removed, so there is no backup. Fork again.`,
      );
    }
    const { parent } = this.#branches.branch(branch);
    const root = parent === null ? this.#branches.root : this.#branches.branch(parent).root;
    const restored = await this.#worktrees.restore(root, ref);
    // Nothing runs in it: its branch has ended.
    await this.#worktrees.release(restored.path);
    const { path, baseCommit, gitBranch, notices } = restored;
    this.#append({ type: 'worktree-restored', branch, path, baseCommit, gitBranch, backupRef: ref, notices });
    return restored;
  }

  /** What discarding a branch's worktree would take away; nothing is removed. */
  async loss(branch: string): Promise<DiscardLoss> {
    await this.noteMissing(branch).catch(unlessGone);
    const { path, gitBranch } = this.#branches.presentWorktree(branch);
    if (!(await isThere(path))) {
      const ignored = { kept: [], notKept: null };
      return { path, gitBranch, files: [], commits: [], ignored, bytes: null, backupRef: null, refusal: null };
    }
    const refusal = refusalOf(this.#branches.branch(branch));
    if (refusal !== null) return { ...(await this.#worktrees.loss(path)), refusal };
    await this.#worktrees.release(path);
    return this.#worktrees.loss(path);
  }

  /** Removes a branch's worktree after an explicit choice; returns the backup's ref, null when there was nothing to keep. */
  async discard(branch: string, { confirmed }: { readonly confirmed: boolean }): Promise<string | null> {
    const { path } = this.#branches.presentWorktree(branch);
    if (!(await isThere(path))) return this.#discardLost(branch);
    this.#branches.requireEnd(branch);
    await this.#worktrees.release(path);
    return this.#aroundRemoval(branch, async () => {
      const result = await this.#worktrees.discard(path, { confirmed });
      if (result.kind !== 'discarded') throw new EngineFault(result.kind, result.message);
      this.#append({ type: 'worktree-removed', branch, backupRef: result.backupRef });
      return result.backupRef;
    });
  }

  /** Removes the worktree of a branch that ended without leaving anything in it; does nothing in any other case. */
  async discardIfClean(branch: string): Promise<void> {
    const { worktree } = this.#branches.branch(branch);
    if (
      !worktree ||
      worktree.isCarried ||
      worktree.removedRef !== undefined ||
      !hasEnded(this.#branches.branch(branch))
    )
      return;
    await this.#aroundRemoval(branch, async () => {
      const result = (await isThere(worktree.path))
        ? await this.#worktrees.discard(worktree.path, { confirmed: false })
        : await this.#worktrees.discardLost(this.#branches.root, { ...worktree, snapshot: worktree.snapshot ?? null });
      if (result.kind === 'discarded') this.#append({ type: 'worktree-removed', branch, backupRef: result.backupRef });
    });
  }

  /** Takes over what was removed by itself while nobody looked, or just now, so that the log says so too. */
  async notePruned(pruned: readonly PrunedWorktree[]): Promise<void> {
    for (const { branch, worktree } of this.#branches.forks()) {
      const gone = pruned.findLast(({ path }) => path === worktree.path);
      if (!gone || (await isThere(worktree.path))) continue;
      this.#append({ type: 'worktree-removed', branch: branch.id, backupRef: gone.backupRef });
    }
  }

  /**
   * Notes worktrees that another Forkscope cleaned away while this session was open. Throws, for the branch that is named,
   * when its folder is gone and nobody wrote down why.
   */
  async noteMissing(branch?: string): Promise<void> {
    const gone: string[] = [];
    for (const fork of this.#branches.forks()) {
      if ((branch === undefined || fork.branch.id === branch) && !(await isThere(fork.worktree.path))) {
        gone.push(fork.branch.id);
      }
    }
    if (gone.length === 0) return;
    await this.notePruned(await this.#worktrees.pruned()).catch((error: unknown) => {
      // A session that is only looked at cannot note anything.
      if (!(error instanceof EngineFault)) throw error;
    });
    const worktree = branch === undefined ? undefined : this.#branches.branch(branch).worktree;
    if (!worktree || worktree.removedRef !== undefined) return;
    throw new EngineFault(
      'folder-gone',
      `The folder of ${branch} is gone: ${worktree.path}. Discard its worktree: what is still kept of it can be restored then, or restore it with \`forkscope worktree restore\`.`,
    );
  }

  async exportPatch(branch: string): Promise<string> {
    if (this.#branches.isCarried(branch)) return unpack((await this.carriedFork(branch)).patch).toString('latin1');
    return this.#worktrees.exportPatch(this.#branches.presentWorktree(branch).path);
  }

  exportBundle(branch: string, file: string): Promise<ExportedBundle> {
    return this.#worktrees.exportBundle(this.#branches.presentWorktree(branch).path, file);
  }

  /**
   * What every fork changed, for a bundle: of discarded ones, what their backup keeps. A fork that cannot be read is left
   * out, and `problems` says why, in one sentence each.
   */
  async bundleForks(): Promise<{ readonly forks: readonly BundledFork[]; readonly problems: readonly string[] }> {
    const forks: BundledFork[] = [];
    const problems: string[] = [];
    for (const { id: branch, title, worktree } of this.#branches.all()) {
      if (!worktree) continue;
      if (worktree.isCarried) {
        forks.push(await this.carriedFork(branch));
        continue;
      }
      if (worktree.removedRef === null) continue;
      const { path, removedRef } = worktree;
      const names = { branch, title };
      const bundling =
        removedRef === undefined
          ? this.#worktrees.bundle(path, names)
          : this.#worktrees.bundleBackup(this.#branches.root, removedRef, names);
      await bundling.then(
        (fork) => forks.push(fork),
        (error: unknown) => {
          if (!(error instanceof GitError)) throw error;
          problems.push(`${branch} is not in the bundle: ${error.message}`);
        },
      );
    }
    return { forks, problems };
  }

  /** Notes that a branch's folder is gone; what was last kept of its files becomes its backup. Null when nothing was. */
  #discardLost(branch: string): Promise<string | null> {
    const { path, baseCommit, gitBranch, snapshot = null } = this.#branches.worktreeOf(branch);
    this.#branches.requireEnd(branch);
    return this.#aroundRemoval(branch, async () => {
      const result = await this.#worktrees.discardLost(this.#branches.root, { path, baseCommit, gitBranch, snapshot });
      if (result.kind !== 'discarded') throw new EngineFault(result.kind, result.message);
      this.#append({ type: 'worktree-removed', branch, backupRef: result.backupRef });
      return result.backupRef;
    });
  }

  async #choice({ branch, way, selection, message, resolutions, consent, into }: BranchMerge) {
    const { title, report } = this.#branches.branch(branch);
    const terms = { way, selection, message: message || proposeMessage(title, report), resolutions, consent };
    if (!this.#branches.isCarried(branch)) return { ...terms, path: this.#branches.presentWorktree(branch).path };
    return { ...terms, root: targetOf(into ?? null), fork: await this.carriedFork(branch) };
  }
}

function targetOf(into: string | null): string {
  if (into !== null) return into;
  throw new EngineFault('no-target', 'Choose the clone that this is merged into: pick its folder.');
}

/** A worktree whose folder is gone may be discarded all the same. */
function unlessGone(error: unknown): void {
  if (!(error instanceof EngineFault) || error.code !== 'folder-gone') throw error;
}
