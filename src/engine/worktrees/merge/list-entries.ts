import { splitNul } from '../../../core/worktree/nul-fields.ts';
import type { Git } from '../git.ts';
import type { MergePlace } from '../merge-trees.ts';

export interface TreeChange {
  /** latin1. */
  readonly path: string;
  readonly before: { readonly mode: string; readonly object: string } | null;
  readonly after: { readonly mode: string; readonly object: string } | null;
}

const ABSENT = '000000';

/** What differs between two trees, path by path: a rename is a removal and an addition. Throws `GitError`. */
export async function treeChanges(git: Git, place: MergePlace, from: string, to: string): Promise<TreeChange[]> {
  if (from === to) return [];
  const args = ['diff-tree', '-r', '--raw', '-z', '--no-renames', '--no-abbrev', from, to];
  const { stdout } = await git.run(place.folder, args, {
    environment: place.environment,
    signal: place.signal,
    encoding: 'latin1',
  });
  const fields = splitNul(stdout);
  const changes: TreeChange[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [oldMode = '', newMode = '', oldObject = '', newObject = ''] = (fields[index] ?? '').slice(1).split(' ');
    changes.push({
      path: fields[index + 1] ?? '',
      before: oldMode === ABSENT ? null : { mode: oldMode, object: oldObject },
      after: newMode === ABSENT ? null : { mode: newMode, object: newObject },
    });
  }
  return changes;
}
