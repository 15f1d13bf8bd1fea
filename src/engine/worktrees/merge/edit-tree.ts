import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinNul } from '../../../core/worktree/nul-fields.ts';
import { makeTemporaryFolder } from '../../temporary-folders.ts';
import type { Git } from '../git.ts';
import type { MergePlace } from '../merge-trees.ts';

/** One path of a tree: its content, or null to take it out. `path` is latin1. */
export interface TreeEdit {
  readonly path: string;
  readonly entry: { readonly mode: string; readonly object: string } | null;
}

/** Lends an index that holds exactly one tree; nobody's index is touched. */
export async function withTreeIndex<T>(
  git: Git,
  place: MergePlace,
  tree: string,
  use: (environment: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('tree');
  try {
    const environment = { ...place.environment, GIT_INDEX_FILE: join(folder, 'index') };
    await git.run(place.folder, ['read-tree', '--no-sparse-checkout', tree], { environment, signal: place.signal });
    return await use(environment);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The tree with some paths replaced or taken out. A file that takes a folder's place takes the folder out too. */
export async function editTree(git: Git, place: MergePlace, tree: string, edits: readonly TreeEdit[]): Promise<string> {
  if (edits.length === 0) return tree;
  return withTreeIndex(git, place, tree, async (environment) => {
    await writeEntries(git, place.folder, environment, edits);
    return (await git.run(place.folder, ['write-tree'], { environment, signal: place.signal })).stdout.trim();
  });
}

/** Writes entries into the index that the environment names. Removals go first, so that names may change their kind. */
export async function writeEntries(
  git: Git,
  folder: string,
  environment: Readonly<Record<string, string>>,
  edits: readonly TreeEdit[],
): Promise<void> {
  const removed = edits.filter(({ entry }) => entry === null).map(({ path }) => `0 ${'0'.repeat(40)}\t${path}`);
  const set = edits.flatMap(({ path, entry }) => (entry === null ? [] : [`${entry.mode} ${entry.object}\t${path}`]));
  await git.run(folder, ['update-index', '--add', '--replace', '-z', '--index-info'], {
    environment,
    input: Buffer.from(joinNul([...removed, ...set]), 'latin1'),
  });
}
