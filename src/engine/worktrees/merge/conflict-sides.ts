import { relabelMarkers } from '../../../core/worktree/conflict-hunks.ts';
import type { ConflictSide, MergeConflict, Resolution } from '../../../core/worktree/merge-plan.ts';
import { conflictKinds } from '../../../core/worktree/merge-records.ts';
import type { Git } from '../git.ts';
import { toBytePath, toText } from '../latin1.ts';
import type { MergePlace, TreeMerge } from '../merge-trees.ts';
import { asText, readBlobs } from '../read-blobs.ts';
import type { TreeEdit } from './edit-tree.ts';
import { settleCollision, settlesCollision, type TypeCollision, typeCollisions } from './type-collisions.ts';

/** The conflicts of a merge with their three sides and the marked result. Throws `GitError`. */
export async function readConflicts(
  git: Git,
  place: MergePlace,
  merge: TreeMerge,
  fork: string,
  resolutions: readonly Resolution[],
): Promise<MergeConflict[]> {
  const collisions = await typeCollisions(git, place, merge);
  const movedFrom = new Map([...collisions.values()].map(({ moved, path }) => [moved, path]));
  const kinds = [...conflictKinds(merge)].filter(([path]) => !movedFrom.has(path));
  const stageOf = (path: string, stage: number) => {
    const at = collisions.get(path)?.moved ?? path;
    return merge.stages.find((one) => one.path === at && one.stage === stage);
  };
  const names = kinds.flatMap(([path]) => [
    ...[1, 2, 3].map((stage) => stageOf(path, stage)?.object ?? '0'.repeat(40)),
    `${merge.tree}:${path}`,
  ]);
  const blobs = await readBlobs(git, place, names);
  const takes = new Map(resolutions.map(({ path, take }) => [toBytePath(path), take]));
  const replaced = replacedFolders(collisions, resolutions);
  return kinds.map(([path, kind], at): MergeConflict => {
    const collision = collisions.get(path);
    const take = takes.get(path) ?? '';
    const isSettled = collision === undefined ? take !== '' && take !== 'both' : settlesCollision(take);
    const side = (stage: 1 | 2 | 3): ConflictSide | null => {
      const found = stageOf(path, stage);
      return found === undefined ? null : { mode: found.mode, text: asText(blobs[at * 4 + stage - 1] ?? null) };
    };
    const merged = asText(blobs[at * 4 + 3] ?? null);
    return {
      path: toText(path),
      kind,
      base: side(1),
      ours: side(2),
      theirs: side(3),
      marked: merged === null ? null : relabelMarkers(merged, merge.labels, { ours: 'parent', theirs: fork }),
      ...(collision && { typeCollision: { file: collision.side, freeName: toText(collision.freeName) } }),
      isResolved: isSettled || replaced.some((folder) => path.startsWith(`${folder}/`)),
    };
  });
}

/** Folders that go because a person took the file of that name: what is in conflict inside is settled with them. */
function replacedFolders(
  collisions: ReadonlyMap<string, TypeCollision>,
  resolutions: readonly Resolution[],
): readonly string[] {
  return resolutions.flatMap(({ path, take }) => {
    const collision = collisions.get(toBytePath(path));
    return collision?.side === take ? [collision.path] : [];
  });
}

/** A person's answers as entries of the merged tree. Throws `GitError`. */
export async function resolutionEdits(
  git: Git,
  place: MergePlace,
  merge: TreeMerge,
  resolutions: readonly Resolution[],
): Promise<TreeEdit[]> {
  const edits: TreeEdit[] = [];
  const conflicted = conflictKinds(merge);
  const collisions = await typeCollisions(git, place, merge);
  const replaced = replacedFolders(collisions, resolutions);
  for (const resolution of resolutions) {
    const path = toBytePath(resolution.path);
    if (!conflicted.has(path) || replaced.some((folder) => path.startsWith(`${folder}/`))) continue;
    const collision = collisions.get(path);
    if (collision !== undefined) {
      if (settlesCollision(resolution.take)) edits.push(...settleCollision(collision, resolution.take));
      continue;
    }
    if (resolution.take === 'both') continue;
    const stages = merge.stages.filter((stage) => stage.path === path);
    const entryOf = (stage: number) => {
      const found = stages.find((one) => one.stage === stage);
      return found === undefined ? null : { mode: found.mode, object: found.object };
    };
    if (resolution.take === 'text') {
      const { environment, signal } = place;
      const args = ['hash-object', '-w', '--stdin', '--no-filters'];
      const output = await git.run(place.folder, args, { environment, signal, input: resolution.text });
      const mode = stages.find(({ stage }) => stage === 2)?.mode ?? stages[0]?.mode ?? '100644';
      edits.push({ path, entry: { mode: mode === '120000' ? '100644' : mode, object: output.stdout.trim() } });
    } else if (resolution.take === 'delete') edits.push({ path, entry: null });
    else edits.push({ path, entry: entryOf(resolution.take === 'ours' ? 2 : 3) });
  }
  return edits;
}
