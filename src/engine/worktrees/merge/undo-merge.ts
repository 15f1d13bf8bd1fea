import type { FileChange } from '../../../core/worktree/file-changes.ts';
import { listPaths } from '../../../core/worktree/list-paths.ts';
import { conflictKinds } from '../../../core/worktree/merge-records.ts';
import type { UndoPoint } from '../../../core/worktree/undo-message.ts';
import type { Git } from '../git.ts';
import { toText } from '../latin1.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { type MergePlace, mergeTrees } from '../merge-trees.ts';
import { inWriteQueue } from '../write-queue.ts';
import { editTree } from './edit-tree.ts';
import { findObstacles } from './find-obstacles.ts';
import { findUndoPoint, keepUndo } from './keep-undo.ts';
import { treeChanges } from './list-entries.ts';
import { moveCheckout } from './move-checkout.ts';
import { readCheckout } from './read-checkout.ts';
import { stampFiles } from './write-files.ts';

export interface UndoRequest {
  readonly repository: SharedRepository;
  /** Id or ref of the undo point. */
  readonly undo: string;
  /** Ignored files that were copied into the checkout, when it is a fork itself. */
  readonly copied: readonly string[];
  /** True gives up edits made since in the lines that go back; they stay under the new undo point. */
  readonly force: boolean;
  /** Names the new undo point, by which this undo can be undone. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type UndoResult =
  | {
      readonly kind: 'undone';
      readonly point: UndoPoint;
      /** Undoes this undo. */
      readonly redoId: string;
      readonly redoRef: string;
      readonly files: readonly Pick<FileChange, 'path'>[];
    }
  | {
      readonly kind: 'refused';
      /** `edited-since`: an undo by force would go through. */
      readonly reason: 'edited-since' | 'blocked';
      readonly message: string;
    };

/**
 * Takes a merge back, three-way: what the person edited elsewhere since then stays. A refusal is a value and has written
 * nothing. Throws `GitError`.
 */
export function undoMerge(git: Git, request: UndoRequest): Promise<UndoResult> {
  const { repository, copied, id, now } = request;
  const { commonDir } = repository;
  return inWriteQueue(commonDir, async () => {
    const point = await findUndoPoint(git, repository, request.undo);
    const place: MergePlace = { folder: commonDir, environment: {} };
    const written = (await treeChanges(git, place, point.commit, point.filesAfter)).map(({ path }) => path);
    const stamps = await stampFiles(point.root, written);
    const checkout = await readCheckout(git, point.root, 'repository', copied);
    const isCommitted = point.headBefore !== point.headAfter;
    // A merge that was cut off before its last step left HEAD where it was.
    if (isCommitted && checkout.head !== point.headAfter && checkout.head !== point.headBefore) {
      return refuse(
        'blocked',
        `Commits were made in ${point.root} since, on top of what would be undone. Run "git revert" on ${point.headAfter.slice(0, 12)} there instead.`,
      );
    }
    const [merge] = await mergeTrees(git, place, [
      { base: point.filesAfter, ours: checkout.tree, theirs: point.commit },
    ]);
    if (merge === undefined) throw new Error('A merge gave no answer.');
    const unclear = [...conflictKinds(merge).keys()];
    if (unclear.length > 0 && !request.force) {
      return refuse(
        'edited-since',
        `${listPaths(unclear.map(toText))} ${unclear.length === 1 ? 'was' : 'were'} edited since in the lines that would go back. Undo by force to give those edits up; they are kept under a ref.`,
      );
    }
    const before = await treeChanges(git, place, checkout.tree, point.commit);
    const back = new Map(before.map((change) => [change.path, change.after]));
    const edits = unclear.filter((path) => back.has(path)).map((path) => ({ path, entry: back.get(path) ?? null }));
    const tree = await editTree(git, place, merge.tree, edits);
    const changes = await treeChanges(git, place, checkout.tree, tree);
    const [obstacle] = await findObstacles(point.root, changes);
    if (obstacle !== undefined) return refuse('blocked', obstacle);

    const isIndexKnown =
      isCommitted && point.indexBefore !== null && point.indexAfter !== null && checkout.indexTree !== null;
    const indexAfter = isIndexKnown ? await indexBack(git, place, point, checkout.indexTree ?? '') : null;
    const head = isCommitted ? point.headBefore : checkout.head;
    const redoRef = await keepUndo(git, repository, {
      id,
      root: point.root,
      fork: point.fork,
      action: 'undo',
      headBefore: checkout.head,
      headAfter: head,
      filesBefore: checkout.tree,
      filesAfter: tree,
      indexBefore: isIndexKnown ? checkout.indexTree : null,
      indexAfter,
      paths: changes.map(({ path }) => toText(path)),
      now,
    });
    await moveCheckout(git, place, {
      location: checkout.location,
      before: checkout.tree,
      after: tree,
      changes,
      stamps,
      indexBefore: isIndexKnown ? checkout.indexTree : null,
      indexAfter,
      headBefore: checkout.head,
      headAfter: head,
      reason: `forkscope: undo the merge of ${point.fork}`,
      undoRef: redoRef,
      now,
    });
    return { kind: 'undone', point, redoId: id, redoRef, files: changes.map(({ path }) => ({ path: toText(path) })) };
  });
}

/** The index as it is, with those entries put back that the commits changed and nobody staged since. */
async function indexBack(git: Git, place: MergePlace, point: UndoPoint, indexNow: string): Promise<string> {
  const { indexBefore, indexAfter } = point;
  if (indexBefore === null || indexAfter === null) return indexNow;
  const since = new Set((await treeChanges(git, place, indexAfter, indexNow)).map(({ path }) => path));
  const entries = (await treeChanges(git, place, indexAfter, indexBefore)).filter(({ path }) => !since.has(path));
  return editTree(
    git,
    place,
    indexNow,
    entries.map(({ path, after: entry }) => ({ path, entry })),
  );
}

function refuse(reason: 'edited-since' | 'blocked', message: string): UndoResult {
  return { kind: 'refused', reason, message };
}
