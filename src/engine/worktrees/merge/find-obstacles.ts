import { lstat, readdir } from 'node:fs/promises';
import { listPaths } from '../../../core/worktree/list-paths.ts';
import { SUBMODULE_MODE } from '../../../core/worktree/raw-diff.ts';
import { diskPath, toText } from '../latin1.ts';
import type { TreeChange } from './list-entries.ts';

/**
 * What on the disk stands where a merge would write, although no snapshot holds it: ignored files, folders with such
 * files, links that lead elsewhere. Those could not be brought back, so they are never written over. One sentence each.
 */
export async function findObstacles(root: string, changes: readonly TreeChange[]): Promise<string[]> {
  const removed = new Set(changes.filter(({ after }) => after === null).map(({ path }) => path));
  const inTheWay: string[] = [];
  const modules: string[] = [];
  for (const { path, before, after } of changes) {
    if (before?.mode === SUBMODULE_MODE || after?.mode === SUBMODULE_MODE) modules.push(path);
    if (after === null) continue;
    const holder = await blockedAbove(root, path, removed);
    if (holder !== null) inTheWay.push(holder);
    else if (before === null && (await isOccupied(root, path, removed))) inTheWay.push(path);
  }
  const sentences: string[] = [];
  if (inTheWay.length > 0) {
    const names = listPaths([...new Set(inTheWay)].map(toText));
    sentences.push(
      `${names} in the parent is ignored by git or leads elsewhere, and would be written over. Move it away first.`,
    );
  }
  if (modules.length > 0) {
    sentences.push(
      `${listPaths(modules.map(toText))} is a submodule, which a merge of files cannot change. Update it by hand.`,
    );
  }
  return sentences;
}

/** The first folder above a path that is no folder, unless the merge removes it. */
async function blockedAbove(root: string, path: string, removed: ReadonlySet<string>): Promise<string | null> {
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    const above = path.slice(0, slash);
    const found = await lstat(diskPath(root, above)).catch(() => null);
    if (found === null) return null;
    if (!found.isDirectory()) return removed.has(above) ? null : above;
  }
  return null;
}

/** True when something is at a path that the snapshot does not hold, other than a folder of files that all go. */
async function isOccupied(root: string, path: string, removed: ReadonlySet<string>): Promise<boolean> {
  const found = await lstat(diskPath(root, path)).catch(() => null);
  if (found === null) return false;
  if (!found.isDirectory()) return true;
  for (const entry of await readdir(diskPath(root, path), { withFileTypes: true, encoding: 'buffer' })) {
    const below = `${path}/${entry.name.toString('latin1')}`;
    if (entry.isDirectory() ? await isOccupied(root, below, removed) : !removed.has(below)) return true;
  }
  return false;
}
