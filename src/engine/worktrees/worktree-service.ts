import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import type { BundledFork } from '../../core/worktree/bundle.ts';
import type { DiscardLoss } from '../../core/worktree/discard-loss.ts';
import type { FileSide, FileSides } from '../../core/worktree/file-side.ts';
import { REBUILT_FOLDERS } from '../../core/worktree/ignored-content.ts';
import type { LockOwner } from '../../core/worktree/lock-owner.ts';
import type { PastFiles } from '../../core/worktree/past-files.ts';
import type { Survey } from '../../core/worktree/survey.ts';
import { baseRef, type WorktreeRecord } from '../../core/worktree/worktree-record.ts';
import type { PrunedWorktrees } from '../../shared/worktree-calls.ts';
import { type Backup, findBackup, listBackups } from './backups.ts';
import { createFork } from './create-fork.ts';
import { type DiscardRequest, type DiscardResult, discardWorktree } from './discard-worktree.ts';
import { sideInCommit } from './file-side.ts';
import type { ForkWorktree } from './furnish-worktree.ts';
import { createGit, type Git } from './git.ts';
import { GitError } from './git-error.ts';
import { type PrunedWorktree, readPruned } from './housekeeping/prune-log.ts';
import { type PruneOptions, pruneWorktrees } from './housekeeping/prune-worktrees.ts';
import { repairMoved } from './housekeeping/repair-moved.ts';
import { repairWorktree } from './housekeeping/repair-worktree.ts';
import { SnapshotShelf } from './housekeeping/snapshot-shelf.ts';
import { surveyWorktrees } from './housekeeping/survey-worktrees.ts';
import { type Inspection, inspectWorkspace } from './inspect-workspace.ts';
import { isThere } from './is-there.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { type FileList, listFiles } from './list-files.ts';
import { listWorktrees, type WorktreeListing } from './list-worktrees.ts';
import { CheckoutWatch } from './live/checkout-watch.ts';
import { FolderWatch, type FolderWatchOptions } from './live/folder-watch.ts';
import { LiveRepositories } from './live/live-trees.ts';
import { findRepository, type RepositoryLocation } from './locate-repository.ts';
import { pastDiff, pastSides } from './past-files.ts';
import { readLoss } from './read-loss.ts';
import type { PatchOptions } from './read-patch.ts';
import { realOrSame } from './read-worktrees.ts';
import { readRecord, removeRecord, repositoryId } from './records.ts';
import { releaseWorktree } from './release-worktree.ts';
import { restoreFork } from './restore-fork.ts';
import { bundleFork, type ForkToBundle } from './share/bundle-fork.ts';
import { type ExportedBundle, exportBundle, exportPatch } from './share/export-fork.ts';
import { deleteRef } from './update-refs.ts';
import { type TreeChanges, withLiveTree, worktreeChanges } from './worktree-changes.ts';
import { type DiffOptions, worktreeDiff } from './worktree-diff.ts';
import { WorktreeTeam } from './worktree-team.ts';
import { inWriteQueue } from './write-queue.ts';

export interface WorktreeServiceSetup {
  /** Folder for all worktrees, e.g. `<data folder>/worktrees`: each is `<directory>/<repository id>/<name>`. */
  readonly directory: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A new id at each call: letters, digits and dashes. */
  readonly ids: () => string;
  readonly git?: Git;
  /** Names of ignored folders that do not keep a worktree from going unasked. Default: `REBUILT_FOLDERS`. */
  readonly rebuilt?: () => readonly string[];
}

/** A fork whose folder somebody else removed, as its session knows it. */
export interface LostFork extends Pick<WorktreeRecord, 'path' | 'baseCommit' | 'gitBranch'> {
  /** The last commit that kept its files. */
  readonly snapshot: string | null;
}

type BundleNames = Pick<ForkToBundle, 'branch' | 'title'>;

/** The engine's worktrees: one per isolated fork. Every method throws `GitError` for what can go wrong with git. */
export class WorktreeService {
  /** Comparing, colliding and merging. */
  readonly team: WorktreeTeam;
  /** What sessions have kept of their forks' files. */
  readonly snapshots: SnapshotShelf;
  readonly #directory: string;
  readonly #clock: () => number;
  readonly #ids: () => string;
  readonly #git: Git;
  readonly #live: LiveRepositories;
  readonly #rebuilt: () => readonly string[];

  constructor({ directory, clock, ids, git = createGit(), rebuilt = () => REBUILT_FOLDERS }: WorktreeServiceSetup) {
    this.#rebuilt = rebuilt;
    this.#directory = directory;
    this.#clock = clock;
    this.#ids = ids;
    this.#git = git;
    this.#live = new LiveRepositories(git);
    this.team = new WorktreeTeam({ git, live: this.#live, clock, ids });
    this.snapshots = new SnapshotShelf({ git, directory, clock, locate: (folder) => this.#locate(folder) });
  }

  inspect(path: string, signal?: AbortSignal): Promise<Inspection> {
    return inspectWorkspace(this.#git, path, signal);
  }

  /** A worktree that starts from the tree of the checkout at `root` as it is now. It stays locked until `release`. */
  async create(root: string, name: string, signal?: AbortSignal): Promise<ForkWorktree> {
    const repository = await this.#locate(root);
    const now = this.#clock();
    const directory = this.#folder(repository);
    const owner = this.#owner(now);
    return createFork(this.#git, { repository, name, directory, id: this.#ids(), owner, now, signal });
  }

  /** What the worktree at `path` changed since its base commit, uncommitted and untracked files included. */
  async changes(path: string, signal?: AbortSignal): Promise<TreeChanges> {
    const { commonDir, baseCommit, copied } = await this.#record(path);
    return worktreeChanges(this.#git, this.#live.of({ commonDir }), path, baseCommit, { copied, signal });
  }

  /** The same as a unified patch, of all files or of one. */
  async diff(path: string, options: Omit<DiffOptions, 'copied'> = {}): Promise<string> {
    const { baseCommit, copied } = await this.#record(path);
    return worktreeDiff(this.#git, path, baseCommit, { ...options, copied });
  }

  /** Keeps the files of the worktree at `path` as they are now, for a look back; see `keepSnapshot`. Returns the commit. */
  async keepSnapshot(path: string, name: string, previous: string | null): Promise<string> {
    const { baseCommit, copied } = await this.#record(path);
    return keepSnapshot(this.#git, path, {
      name,
      previous: previous ?? baseCommit,
      copied,
      keeper: this.#directory,
      now: this.#clock(),
    });
  }

  /** The difference of two such commits, as a patch; `root` is any checkout of the repository. */
  async pastDiff(root: string, files: PastFiles, options: PatchOptions = {}): Promise<string> {
    return pastDiff(this.#git, (await this.#locate(root)).root, files, options);
  }

  /** Both sides of one file of such a difference. */
  async pastSides(root: string, files: PastFiles, path: string, from: string): Promise<FileSides> {
    return pastSides(this.#git, (await this.#locate(root)).root, files, path, from);
  }

  /** A file as it was where the worktree at `path` began. */
  async baseSide(path: string, file: string): Promise<FileSide> {
    const { root, baseCommit } = await this.#record(path);
    return sideInCommit(this.#git, root, baseCommit, file);
  }

  /** Watches the checkout that `folder` is in, its files and its commit, until it is closed. */
  async watchCheckout(folder: string, onChange: () => void): Promise<CheckoutWatch> {
    const location = await this.#locate(folder);
    const watch = new CheckoutWatch({ location, onChange, watchFolder: (options) => this.watch(options) });
    await watch.start();
    return watch;
  }

  /** A watch of a checkout's files; it does nothing before its `start`. */
  watch(options: Omit<FolderWatchOptions, 'git'>): FolderWatch {
    return new FolderWatch({ ...options, git: this.#git });
  }

  /** Files below a folder that git tracks or would track. */
  async files(folder: string, signal?: AbortSignal): Promise<FileList> {
    await this.#git.requireVersion();
    return listFiles(this.#git, folder, signal);
  }

  /** Says that no fork lives in this worktree any more: from now on it may be discarded. */
  async release(path: string): Promise<void> {
    const { commonDir } = await this.#record(path);
    await releaseWorktree(this.#git, commonDir, path);
  }

  /** Removes the worktree at `path`; asks for confirmation when it holds anything, and then keeps a backup. */
  async discard(path: string, { confirmed }: { readonly confirmed: boolean }): Promise<DiscardResult> {
    return this.#discard(await this.#record(path), { path, confirmed });
  }

  /**
   * The same of a worktree whose folder somebody else removed, with our record or without it: its last snapshot is kept as a
   * backup. `root` is any checkout of the repository.
   */
  async discardLost(root: string, lost: LostFork): Promise<DiscardResult> {
    const { commonDir } = await this.#locate(root);
    const { path, snapshot } = lost;
    if (await isThere(path)) throw new GitError('wrong-worktree', `${path} is there again. Look at it anew.`);
    await releaseWorktree(this.#git, commonDir, path);
    const identity = (await this.#noted(path)) ?? { ...lost, name: basename(path), root, commonDir, copied: [] };
    return this.#discard(identity, { path, confirmed: false, snapshot });
  }

  /** What `discard` would take away, and what it would keep; nothing is removed. */
  async loss(path: string): Promise<DiscardLoss> {
    const record = await this.#record(path);
    return readLoss(this.#git, {
      ...record,
      repository: { commonDir: record.commonDir },
      path,
      rebuilt: this.#rebuilt(),
    });
  }

  /** All worktrees of the repository that `root` belongs to, whoever made them. */
  async list(root: string, signal?: AbortSignal): Promise<WorktreeListing> {
    const repository = await this.#locate(root);
    return listWorktrees(this.#git, repository, this.#folder(repository), signal);
  }

  async backups(root: string): Promise<readonly Backup[]> {
    return listBackups(this.#git, await this.#locate(root));
  }

  /** Brings a discarded worktree back, by the backup's ref or name. Ignored files come from the checkout at `root`. */
  async restore(root: string, backup: string, signal?: AbortSignal): Promise<ForkWorktree> {
    const repository = await this.#locate(root);
    const now = this.#clock();
    const directory = this.#folder(repository);
    const owner = this.#owner(now);
    return restoreFork(this.#git, { repository, backup, directory, id: this.#ids(), owner, now, signal });
  }

  /** Everything that takes room, with the one thing that is safe to do about each; see `surveyWorktrees`. */
  async survey(root: string, signal?: AbortSignal): Promise<Survey> {
    const repository = await this.#locate(root);
    return surveyWorktrees(this.#git, repository, this.#folder(repository), signal);
  }

  /** Makes git and the folder at `path` find each other again; `root` is any checkout of the repository. */
  async repair(root: string, path: string): Promise<void> {
    await repairWorktree(this.#git, await this.#locate(root), path);
  }

  /** What the fork changed, as a patch for another clone, one character a byte. */
  async exportPatch(path: string): Promise<string> {
    return exportPatch(this.#git, await this.#record(path));
  }

  /** Writes what the fork holds to `file`, as a git bundle. */
  async exportBundle(path: string, file: string): Promise<ExportedBundle> {
    return exportBundle(this.#git, await this.#record(path), file, { id: this.#ids(), now: this.#clock() });
  }

  /** Removes old worktrees that hold nothing of their own; see `pruneWorktrees`. A dry run changes nothing. */
  async prune(root: string, options: PruneOptions): Promise<Omit<PrunedWorktrees, 'snapshots'>> {
    const repository = await this.#locate(root);
    const repaired = await repairMoved(this.#git, repository, await realOrSame(this.#directory), options);
    const { worktrees } = await this.list(root);
    const loss = (path: string) => this.loss(path);
    const discard = (path: string) => this.discard(path, { confirmed: false });
    const now = this.#clock();
    const parts = { directory: this.#directory, now, repaired, worktrees, loss, discard, rebuilt: this.#rebuilt() };
    return pruneWorktrees(parts, options);
  }

  /** What was removed by itself so far, oldest first. */
  pruned(): Promise<readonly PrunedWorktree[]> {
    return readPruned(this.#directory);
  }

  /** What the fork in the worktree at `path` changed, for a bundle. */
  async bundle(path: string, names: BundleNames): Promise<BundledFork> {
    const { baseCommit, copied, commonDir } = await this.#record(path);
    return withLiveTree(this.#git, path, { copied }, ({ tree, environment }) =>
      bundleFork(this.#git, { folder: commonDir, environment }, { ...names, baseCommit, tree, now: this.#clock() }),
    );
  }

  /** The same of a worktree that was discarded, from the commit that its backup keeps. */
  async bundleBackup(root: string, backup: string, names: BundleNames): Promise<BundledFork> {
    const repository = await this.#locate(root);
    const { commit, baseCommit } = await findBackup(this.#git, repository, backup);
    const place = { folder: repository.commonDir, environment: {} };
    return bundleFork(this.#git, place, { ...names, baseCommit, tree: commit, now: this.#clock() });
  }

  /** Of a worktree without a record the `id` is not known: whoever removed that removed its base ref too. */
  async #discard(
    record: Omit<WorktreeRecord, 'id' | 'version' | 'createdAt'> & { readonly id?: string },
    request: Pick<DiscardRequest, 'path' | 'confirmed' | 'snapshot'>,
  ): Promise<DiscardResult> {
    const { id, baseCommit, commonDir } = record;
    const repository = { commonDir };
    const now = this.#clock();
    const rebuilt = this.#rebuilt();
    const result = await discardWorktree(this.#git, { ...record, ...request, repository, now, rebuilt });
    if (result.kind === 'discarded') {
      if (id) await inWriteQueue(commonDir, () => deleteRef(this.#git, repository, baseRef(id), baseCommit));
      await removeRecord(request.path);
    }
    return result;
  }

  #folder(repository: RepositoryLocation): string {
    return join(this.#directory, repositoryId(repository.commonDir));
  }

  #owner(since: number): LockOwner {
    return { pid: process.pid, host: hostname(), since };
  }

  async #locate(folder: string): Promise<RepositoryLocation> {
    await this.#git.requireVersion();
    const location = await findRepository(this.#git, folder);
    if (location !== null) return location;
    throw new GitError('wrong-worktree', `${folder} is not inside a git repository. Choose the folder of one.`);
  }

  async #record(path: string): Promise<WorktreeRecord> {
    const record = await this.#noted(path);
    if (record !== null) return record;
    throw new GitError('no-record', `${path} is no worktree that Forkscope made. List the worktrees to see which are.`);
  }

  async #noted(path: string): Promise<WorktreeRecord | null> {
    return (await readRecord(path)) ?? (await readRecord(await realOrSame(path)));
  }
}
