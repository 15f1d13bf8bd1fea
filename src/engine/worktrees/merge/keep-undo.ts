import {
  formatUndoMessage,
  parseUndoMessage,
  UNDO_PREFIX,
  type UndoNote,
  type UndoPoint,
} from '../../../core/worktree/undo-message.ts';
import { commitTree } from '../commit-tree.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import type { SharedRepository } from '../locate-repository.ts';
import { createRef } from '../update-refs.ts';

/** The states of a checkout around a write, as trees. */
export interface UndoStates {
  readonly id: string;
  readonly root: string;
  readonly fork: string;
  readonly action: UndoNote['action'];
  readonly headBefore: string;
  readonly headAfter: string;
  readonly filesBefore: string;
  readonly filesAfter: string;
  /** Null when the index is not touched, or cannot be written as a tree. */
  readonly indexBefore: string | null;
  readonly indexAfter: string | null;
  readonly paths: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Keeps everything of before and after under refs/forkscope/undo/<id>. Call it inside the write queue. Throws `GitError`. */
export async function keepUndo(git: Git, repository: SharedRepository, states: UndoStates): Promise<string> {
  const { commonDir } = repository;
  const { id, root, fork, action, headBefore, headAfter, paths, now } = states;
  const asCommit = (tree: string | null, parent: string) =>
    tree === null
      ? null
      : commitTree(git, commonDir, { tree, parents: [parent], message: 'Forkscope: kept for an undo', now });
  const filesAfter = (await asCommit(states.filesAfter, headAfter)) ?? headAfter;
  const indexBefore = await asCommit(states.indexBefore, headBefore);
  const indexAfter = await asCommit(states.indexAfter, headAfter);
  const note: UndoNote = { version: 1, root, fork, action, headBefore, headAfter, filesAfter, indexBefore, indexAfter };
  const parents = [headBefore, filesAfter, ...[indexBefore, indexAfter].filter((commit) => commit !== null)];
  const message = formatUndoMessage(note, paths);
  const commit = await commitTree(git, commonDir, {
    tree: states.filesBefore,
    parents: [...new Set(parents)],
    message,
    now,
  });
  const ref = `${UNDO_PREFIX}${id}`;
  if (await createRef(git, repository, ref, commit)) return ref;
  throw new Error(`The ref ${ref} exists already: ids must be unique.`);
}

/** All undo points of a repository, newest first. Throws `GitError`. */
export async function listUndoPoints(git: Git, repository: SharedRepository): Promise<UndoPoint[]> {
  const format = '--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(contents)%00';
  const { stdout } = await git.run(repository.commonDir, ['for-each-ref', format, UNDO_PREFIX]);
  const fields = stdout.split('\0');
  const points: UndoPoint[] = [];
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [name = '', commit = '', seconds = '', message = ''] = fields.slice(index, index + 4);
    const note = parseUndoMessage(message);
    const ref = name.trim();
    if (note !== null)
      points.push({ ...note, id: ref.slice(UNDO_PREFIX.length), ref, commit, at: Number(seconds) * 1000 });
  }
  return points.sort((a, b) => b.at - a.at);
}

/** By id or ref. Throws `GitError` when there is none. */
export async function findUndoPoint(git: Git, repository: SharedRepository, wanted: string): Promise<UndoPoint> {
  const points = await listUndoPoints(git, repository);
  const point = points.find(({ id, ref }) => id === wanted || ref === wanted);
  if (point !== undefined) return point;
  throw new GitError(
    'no-undo',
    `There is nothing to undo called ${wanted}. List the worktrees to see what can be undone.`,
  );
}
