import { createHash } from 'node:crypto';
import type { BundledFork } from '../../../core/worktree/bundle.ts';
import { conflictTask } from '../../../core/worktree/conflict-task.ts';
import { type FileChange, parseFileChanges } from '../../../core/worktree/file-changes.ts';
import { listPaths } from '../../../core/worktree/list-paths.ts';
import {
  type MergePlan,
  type MergeSelection,
  type MergeWay,
  mergeReadiness,
  type PlannedCommit,
  type Resolution,
} from '../../../core/worktree/merge-plan.ts';
import type { WorktreeRecord } from '../../../core/worktree/worktree-record.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { toBytePath, toText } from '../latin1.ts';
import { type MergePlace, mergeTrees } from '../merge-trees.ts';
import { carriedContent } from '../share/carried-content.ts';
import type { ObjectPlace } from '../temporary-index.ts';
import { readConflicts, resolutionEdits } from './conflict-sides.ts';
import { editTree } from './edit-tree.ts';
import { findObstacles } from './find-obstacles.ts';
import { type TreeChange, treeChanges } from './list-entries.ts';
import { type Checkout, readCheckout } from './read-checkout.ts';
import { replayCommits } from './replay-commits.ts';
import { selectChanges } from './select-changes.ts';

/** What is merged: a worktree, or a fork that a bundle carries. */
export type MergeSource =
  | { readonly kind: 'worktree'; readonly record: WorktreeRecord }
  | {
      readonly kind: 'bundle';
      readonly fork: BundledFork;
      /** The checkout that it is merged into. */
      readonly root: string;
      readonly commonDir: string;
    };

export interface MergeRequest {
  readonly source: MergeSource;
  /** Ignored files that were copied into the parent, when that is a fork itself. */
  readonly parentCopied: readonly string[];
  readonly way: MergeWay;
  readonly selection: MergeSelection;
  /** For the one commit. */
  readonly message: string;
  readonly resolutions: readonly Resolution[];
  /** Dirty paths of the parent that may be written to. */
  readonly consent: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** A plan with what it takes to carry it out. */
export interface PreparedMerge {
  readonly plan: MergePlan;
  readonly parent: Checkout;
  /** The parent's files afterwards. */
  readonly tree: string;
  readonly changes: readonly TreeChange[];
  /** HEAD afterwards; the same as before when nothing is committed. */
  readonly head: string;
  /** Tree of the one commit that is to be made; null for the other ways. */
  readonly commitTree: string | null;
}

/** Bytes of patch above which the preview has none. */
const LARGEST_PATCH = 4 * 1024 * 1024;

/**
 * Works out what a merge of a fork into its parent would do: three-way, from the fork's base commit. Objects go where
 * `objects` says; nothing else is written. Throws `GitError`.
 */
export async function prepareMerge(
  git: Git,
  request: MergeRequest,
  objects: ObjectPlace,
  environment: Readonly<Record<string, string>>,
): Promise<PreparedMerge> {
  const { source, way, selection, resolutions, consent, signal } = request;
  const { root, commonDir } = source.kind === 'worktree' ? source.record : source;
  const place: MergePlace = { folder: commonDir, environment, signal };
  const parent = await readCheckout(git, root, objects, request.parentCopied, signal);
  const fork = await readFork(git, place, source, objects, parent.tree);
  const { base: baseCommit, name } = fork;
  const obstacles: string[] = [];
  const notices: string[] = [...fork.notices];
  const commits: PlannedCommit[] = [];
  let theirs: string;
  let head = parent.head;
  if (way === 'commits' && source.kind === 'bundle') {
    obstacles.push('A bundle carries what a fork changed, not its commits. Take it as one commit instead.');
    theirs = fork.tree;
  } else if (way === 'commits') {
    if (selection.kind !== 'all')
      obstacles.push('Only a whole fork can be merged by its own commits. Choose one commit for a part of it.');
    const replay = await replayCommits(git, place, { baseCommit, tip: fork.head, onto: parent.head });
    commits.push(...replay.commits);
    if (replay.kind === 'stopped') obstacles.push(replay.reason);
    else if (replay.commits.length === 0)
      obstacles.push('The fork has no commits of its own. Take its changes as one commit instead.');
    else head = replay.head;
    theirs = (await git.run(place.folder, ['rev-parse', `${fork.head}^{tree}`], place)).stdout.trim();
    if (fork.dirtyFiles.size > 0) {
      notices.push(`Not in the fork's commits, and so not merged: ${listPaths([...fork.dirtyFiles].map(toText))}.`);
    }
  } else {
    const selected = await selectChanges(git, place, { base: baseCommit, fork: fork.tree }, selection);
    theirs = selected.tree;
    if (selected.submodules.length > 0) notices.push(`Submodules are not merged: ${listPaths(selected.submodules)}.`);
  }
  const [merge] = await mergeTrees(git, place, [{ base: baseCommit, ours: parent.tree, theirs }]);
  if (merge === undefined) throw new Error('A merge gave no answer.');
  const conflicts = await readConflicts(git, place, merge, name, resolutions);
  const edits = await resolutionEdits(git, place, merge, resolutions);
  const tree = await editTree(git, place, merge.tree, edits);
  const changes = await treeChanges(git, place, parent.tree, tree);
  obstacles.push(...(await findObstacles(parent.location.root, changes)));

  let commitTree: string | null = null;
  if (way !== 'changes') {
    if (parent.state !== 'clean')
      obstacles.push(
        `The parent is in the middle of a ${parent.state}. Finish that first, or take uncommitted changes.`,
      );
    if (parent.indexTree === null)
      obstacles.push('The parent’s index holds conflicts. Resolve them first, or take uncommitted changes.');
  }
  if (way === 'commit') {
    const onHead = await mergeTrees(git, place, [{ base: baseCommit, ours: parent.head, theirs }]);
    const [committed] = onHead;
    if (committed === undefined) throw new Error('A merge gave no answer.');
    commitTree = await editTree(git, place, committed.tree, await resolutionEdits(git, place, committed, resolutions));
    const open = (await readConflicts(git, place, committed, name, resolutions)).filter(
      ({ path, isResolved }) => !(isResolved || conflicts.some((conflict) => conflict.path === path)),
    );
    const mixed = conflicts.filter(({ path }) => parent.dirtyFiles.has(toBytePath(path)));
    const unclear = [...open, ...mixed].map(({ path }) => path);
    if (unclear.length > 0) {
      obstacles.push(
        `${listPaths([...new Set(unclear)])} cannot be committed apart from the parent's uncommitted edits. Commit those first, or take uncommitted changes.`,
      );
    }
    commits.push({ commit: null, message: request.message });
  }
  const committedPaths = way === 'changes' ? [] : await treeChanges(git, place, parent.head, commitTree ?? head);
  const staged = committedPaths.filter(({ path }) => parent.staged.has(path)).map(({ path }) => toText(path));
  if (staged.length > 0)
    obstacles.push(`${listPaths(staged)} has staged edits in the parent. Commit or unstage them first.`);
  if (way === 'commit' && committedPaths.length === 0 && changes.length === 0) commits.length = 0;

  const facts = {
    way,
    files: await describeFiles(git, place, parent.tree, tree),
    dirty: changes
      .filter(({ path }) => parent.dirtyFiles.has(path) || parent.staged.has(path))
      .map(({ path }) => toText(path)),
    consent,
    conflicts,
    obstacles,
    commits,
  };
  const inputs = [parent.tree, parent.head, fork.tree, fork.head, baseCommit, way, JSON.stringify(selection)];
  const plan: MergePlan = {
    ...facts,
    planId: createHash('sha256').update(inputs.join('\n')).digest('hex').slice(0, 16),
    root: parent.location.root,
    gitBranch: parent.gitBranch,
    fork: name,
    readiness: mergeReadiness(facts),
    patch: await patchOf(git, place, parent.tree, tree),
    notices,
    task: conflictTask(conflicts),
  };
  return { plan, parent, tree, changes, head, commitTree };
}

interface ForkSide {
  readonly name: string;
  /** Commit or tree. */
  readonly base: string;
  readonly tree: string;
  readonly head: string;
  readonly dirtyFiles: ReadonlySet<string>;
  readonly notices: readonly string[];
}

async function readFork(
  git: Git,
  place: MergePlace,
  source: MergeSource,
  objects: ObjectPlace,
  ours: string,
): Promise<ForkSide> {
  if (source.kind === 'bundle') {
    const content = await carriedContent(git, place, source.fork, ours);
    return { ...content, name: source.fork.title, head: source.fork.baseCommit, dirtyFiles: new Set() };
  }
  const { path, copied, baseCommit, name } = source.record;
  const { state, ...fork } = await readCheckout(git, path, objects, copied, place.signal);
  const isBusy = state === 'merge' || state === 'rebase' || state === 'cherry-pick';
  const notices = isBusy ? [`The fork is in the middle of a ${state}: its files are taken as they are.`] : [];
  return { ...fork, name, base: baseCommit, notices };
}

async function describeFiles(git: Git, place: MergePlace, from: string, to: string): Promise<readonly FileChange[]> {
  const args = ['diff-tree', '-r', '--find-renames', '--raw', '--numstat', '-z', from, to];
  return parseFileChanges((await git.run(place.folder, args, place)).stdout).files;
}

async function patchOf(git: Git, place: MergePlace, from: string, to: string): Promise<string | null> {
  const args = ['diff-tree', '-r', '--find-renames', '--patch', '--full-index', from, to];
  return git.run(place.folder, args, { ...place, maxOutput: LARGEST_PATCH }).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      if (error instanceof GitError && error.code === 'too-much-output') return null;
      throw error;
    },
  );
}
