import type { ConflictStage } from '../../../core/worktree/merge-records.ts';
import { splitNul } from '../../../core/worktree/nul-fields.ts';
import type { Git } from '../git.ts';
import type { MergePlace, TreeMerge } from '../merge-trees.ts';
import type { TreeEdit } from './edit-tree.ts';

/** One side has a file where the other has a folder. Paths are latin1; see `latin1.ts`. */
export interface TypeCollision {
  readonly path: string;
  /** Where git put the file in the merged tree, e.g. "new~<commit>"; the folder has its place. */
  readonly moved: string;
  readonly file: ConflictStage;
  /** Whose the file is. */
  readonly side: 'ours' | 'theirs';
  /** A name that nothing in the merged tree has. */
  readonly freeName: string;
}

/** The type collisions of a merge, by path. Throws `GitError`. */
export async function typeCollisions(
  git: Git,
  place: MergePlace,
  merge: TreeMerge,
): Promise<ReadonlyMap<string, TypeCollision>> {
  const found = new Map<string, TypeCollision>();
  const messages = merge.isClean ? [] : merge.messages.filter(({ kind }) => kind === 'CONFLICT (file/directory)');
  if (messages.length === 0) return found;
  const args = ['ls-tree', '-r', '-t', '-z', '--name-only', merge.tree];
  const { environment, signal } = place;
  const listed = await git.run(place.folder, args, { environment, signal, encoding: 'latin1' });
  const taken = new Set(splitNul(listed.stdout));
  for (const { paths } of messages) {
    const moved = paths.find((one) => paths.some((other) => one.startsWith(`${other}~`)));
    const path = moved && paths.find((one) => moved.startsWith(`${one}~`));
    const file = merge.stages.find((stage) => stage.path === moved && stage.stage !== 1);
    if (!moved || !path || !file) continue;
    let freeName = `${path}.file`;
    for (let number = 2; taken.has(freeName); number += 1) freeName = `${path}.file-${number}`;
    taken.add(freeName);
    found.set(path, { path, moved, file, side: file.stage === 2 ? 'ours' : 'theirs', freeName });
  }
  return found;
}

/** What settles it: the file in the folder's place, the folder alone, or the folder and the file under its free name. */
export function settleCollision(
  { path, moved, file, side, freeName }: TypeCollision,
  take: 'ours' | 'theirs' | 'both',
): TreeEdit[] {
  const away: TreeEdit = { path: moved, entry: null };
  const entry = { mode: file.mode, object: file.object };
  if (take === 'both') return [away, { path: freeName, entry }];
  return take === side ? [away, { path, entry }] : [away];
}

/** Whether an answer settles a type collision: a text cannot, for there is nothing to write together. */
export function settlesCollision(take: string): take is 'ours' | 'theirs' | 'both' {
  return take === 'ours' || take === 'theirs' || take === 'both';
}
