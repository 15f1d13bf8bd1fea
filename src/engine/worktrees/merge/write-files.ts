import { lstat, rmdir, unlink } from 'node:fs/promises';
import { joinNul } from '../../../core/worktree/nul-fields.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { diskPath, toText } from '../latin1.ts';
import type { MergePlace } from '../merge-trees.ts';
import { runDespiteFilters } from '../missing-filters.ts';
import { withTreeIndex } from './edit-tree.ts';
import type { TreeChange } from './list-entries.ts';

/** Tells a file from what it was a moment ago. */
export type DiskStamps = ReadonlyMap<string, string>;

/** Where the files that will be written stand now; take it before the snapshot, and pass it to `writeFiles`. */
export async function stampFiles(root: string, paths: Iterable<string>): Promise<DiskStamps> {
  const stamps = new Map<string, string>();
  for (const path of paths) stamps.set(path, await stampOf(root, path));
  return stamps;
}

async function stampOf(root: string, path: string): Promise<string> {
  const found = await lstat(diskPath(root, path), { bigint: true }).catch(() => null);
  if (found === null || found.isDirectory()) return 'none';
  return `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.mode}`;
}

/**
 * Writes into a checkout's files what differs between two trees, and nothing else; no index is touched. The caller holds
 * a ref to the tree before. Throws `GitError`: `write-failed` before anything was written when a file was saved in the
 * meantime.
 */
export async function writeFiles(
  git: Git,
  place: MergePlace,
  root: string,
  after: string,
  changes: readonly TreeChange[],
  stamps: DiskStamps,
): Promise<void> {
  for (const [path, stamp] of stamps) {
    if ((await stampOf(root, path)) !== stamp) {
      throw new GitError(
        'write-failed',
        `${toText(path)} was saved while the merge was prepared, so nothing was written. Try again.`,
      );
    }
  }
  const removed = changes.filter((change) => change.after === null).map(({ path }) => path);
  const written = changes.filter((change) => change.after !== null).map(({ path }) => path);
  for (const path of removed) {
    await unlink(diskPath(root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    });
    await removeEmptyFolders(root, path);
  }
  if (written.length === 0) return;
  await withTreeIndex(git, place, after, async (environment) => {
    await runDespiteFilters(git, root, ['checkout-index', '--force', '--ignore-skip-worktree-bits', '-z', '--stdin'], {
      environment,
      input: Buffer.from(joinNul(written), 'latin1'),
    });
  });
}

/** git keeps no empty folders, so those that a removal leaves go too; a folder with anything in it stays. */
async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (let slash = path.lastIndexOf('/'); slash !== -1; slash = path.lastIndexOf('/', slash - 1)) {
    const isGone = await rmdir(diskPath(root, path.slice(0, slash))).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}
