import type { MergePlan } from '../../../core/worktree/merge-plan.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import type { SharedRepository } from '../locate-repository.ts';
import type { MergePlace } from '../merge-trees.ts';
import { inWriteQueue } from '../write-queue.ts';
import { editTree } from './edit-tree.ts';
import { keepUndo } from './keep-undo.ts';
import { treeChanges } from './list-entries.ts';
import { moveCheckout } from './move-checkout.ts';
import { type MergeRequest, type PreparedMerge, prepareMerge } from './plan-merge.ts';
import { stampFiles } from './write-files.ts';

export interface ApplyRequest extends MergeRequest {
  /** Of the preview that the person saw; null applies what is there now. */
  readonly planId: string | null;
  /** Names the undo point: letters, digits and dashes. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type ApplyResult =
  | {
      readonly kind: 'merged';
      readonly plan: MergePlan;
      readonly undoId: string;
      readonly undoRef: string;
      readonly head: string;
    }
  | { readonly kind: 'refused'; readonly plan: MergePlan; readonly message: string };

/**
 * Merges a fork into its parent, after keeping the parent's state for an undo. A refusal is a value and has written
 * nothing; when writing fails half-way, the files are put back. Throws `GitError`.
 */
export function applyMerge(git: Git, request: ApplyRequest): Promise<ApplyResult> {
  const { source } = request;
  const { commonDir } = source.kind === 'worktree' ? source.record : source;
  return inWriteQueue(commonDir, async () => {
    const preview = await prepareMerge(git, request, 'repository', {});
    // What will be written is stamped, then read again: a file that is saved from here on is noticed.
    const stamps = await stampFiles(
      preview.plan.root,
      preview.changes.map(({ path }) => path),
    );
    const prepared = await prepareMerge(git, request, 'repository', {});
    const { plan, changes } = prepared;
    if (plan.readiness.kind !== 'ready') return { kind: 'refused', plan, message: plan.readiness.message };
    if ((request.planId !== null && request.planId !== plan.planId) || preview.plan.planId !== plan.planId) {
      return {
        kind: 'refused',
        plan,
        message: 'The fork or the parent changed since the preview. Look at the new preview, then apply it.',
      };
    }
    const place: MergePlace = { folder: commonDir, environment: {} };
    const head = await makeCommit(git, place, prepared, request);
    const repository: SharedRepository = { commonDir };
    const index = await indexAround(git, place, prepared, head);
    const { parent } = prepared;
    const undoRef = await keepUndo(git, repository, {
      id: request.id,
      root: plan.root,
      fork: plan.fork,
      action: 'merge',
      headBefore: parent.head,
      headAfter: head,
      filesBefore: parent.tree,
      filesAfter: prepared.tree,
      indexBefore: index?.before ?? null,
      indexAfter: index?.after ?? null,
      paths: plan.files.map((file) => file.path),
      now: request.now,
    });
    await moveCheckout(git, place, {
      location: parent.location,
      before: parent.tree,
      after: prepared.tree,
      changes,
      stamps,
      indexBefore: index?.before ?? null,
      indexAfter: index?.after ?? null,
      headBefore: parent.head,
      headAfter: head,
      reason: `forkscope: merge ${plan.fork}`,
      undoRef,
      now: request.now,
    });
    return { kind: 'merged', plan, undoId: request.id, undoRef, head };
  });
}

/** The commit that HEAD will move to; HEAD itself when there is none to make. */
async function makeCommit(
  git: Git,
  place: MergePlace,
  prepared: PreparedMerge,
  request: ApplyRequest,
): Promise<string> {
  const { commitTree, parent, head } = prepared;
  if (commitTree === null) return head;
  const same = await treeChanges(git, place, parent.head, commitTree);
  if (same.length === 0) return head;
  const args = ['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', '--no-gpg-sign', commitTree, '-p', parent.head];
  const output = await git.run(parent.location.root, args, { input: `${request.message.trim()}\n`, exitCodes: 'any' });
  if (output.exitCode === 0) return output.stdout.trim();
  throw new GitError(
    'failed',
    'git could not make the commit, most likely because it does not know your name. Run "git config user.name" and "git config user.email" in the repository, then try again.',
    { args, exitCode: output.exitCode, stderr: output.stderr },
  );
}

/** The person's index before and after, when commits are made: only the entries that the commits change. */
async function indexAround(
  git: Git,
  place: MergePlace,
  { parent }: PreparedMerge,
  head: string,
): Promise<{ before: string; after: string } | null> {
  const { indexTree } = parent;
  if (head === parent.head || indexTree === null) return null;
  const committed = await treeChanges(git, place, parent.head, head);
  const after = await editTree(
    git,
    place,
    indexTree,
    committed.map(({ path, after: entry }) => ({ path, entry })),
  );
  return { before: indexTree, after };
}
