import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IgnoredContent, planIgnoredContent, type SizedPath } from '../../core/worktree/ignored-content.ts';
import { joinNul, splitNul } from '../../core/worktree/nul-fields.ts';
import type { Git } from './git.ts';
import { folderSize } from './housekeeping/folder-size.ts';
import type { RepositoryLocation } from './locate-repository.ts';
import { brokenFilters, withoutFilters } from './missing-filters.ts';
import { withTemporaryIndex } from './temporary-index.ts';

export interface OwnIgnored extends IgnoredContent {
  /** Tree of the files that can be kept; null when there are none. */
  readonly tree: string | null;
}

interface Origin {
  /** The checkout that was forked. */
  readonly root: string;
  /** Ignored files that were copied from there. */
  readonly copied: readonly string[];
  /** Names of ignored folders that need not be kept. */
  readonly rebuilt?: readonly string[] | undefined;
}

/** Files looked at together: a folder of packages holds tens of thousands. */
const AT_ONCE = 64;
/** The person's line endings are theirs: an ignored file comes back byte for byte. */
const AS_THEY_ARE = ['-c', 'core.safecrlf=false', '-c', 'core.autocrlf=false'];

/**
 * The ignored files that did not come from the checkout as they are, written as a tree of their own: what a fork
 * changed is also compared and shared, and local settings must not get there. Throws `GitError`.
 */
export async function readOwnIgnored(git: Git, location: RepositoryLocation, origin: Origin): Promise<OwnIgnored> {
  const { root } = location;
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
  const { stdout } = await git.run(root, args, { encoding: 'latin1' });
  // A copied file counts too when nothing ignores it any more: the other trees leave it out.
  const copied = new Set(origin.copied.map((path) => Buffer.from(path).toString('latin1')));
  const paths = [...new Set([...splitNul(stdout), ...copied])];
  const found: SizedPath[] = [];
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const some = paths.slice(start, start + AT_ONCE);
    const sized = await Promise.all(some.map((path) => sizeOwn(root, path, copied.has(path) ? origin.root : null)));
    found.push(...sized.filter((one) => one !== null));
  }
  const { kept, notKept } = planIgnoredContent(found, origin.rebuilt);
  const names = notKept && { ...notKept, paths: notKept.paths.map(fromLatin1) };
  return { kept: kept.map(fromLatin1), notKept: names, tree: await writeTree(git, location, kept) };
}

/** Null for a file that is gone, or the same as in the checkout that it came from. */
async function sizeOwn(root: string, path: string, source: string | null): Promise<SizedPath | null> {
  if (path.endsWith('/')) {
    return { path, bytes: (await folderSize(join(root, fromLatin1(path)))) ?? 0, canKeep: false };
  }
  const place = placeOf(root, path);
  const stats = await lstat(place).catch(() => null);
  if (stats === null) return null;
  if (source !== null && stats.isFile() && (await isSame(place, placeOf(source, path), stats.size))) return null;
  return { path, bytes: stats.size, canKeep: stats.isFile() || stats.isSymbolicLink() };
}

async function isSame(one: Buffer, other: Buffer, bytes: number): Promise<boolean> {
  try {
    // The copy was made through links, so the other side is read through them too.
    const [own, original] = [await readFile(one), await readFile(other)];
    return own.length === bytes && own.equals(original);
  } catch {
    return false;
  }
}

async function writeTree(git: Git, location: RepositoryLocation, paths: readonly string[]): Promise<string | null> {
  if (paths.length === 0) return null;
  const { root } = location;
  return withTemporaryIndex(git, location, 'repository', async (environment) => {
    await git.run(root, ['read-tree', '--empty'], { environment });
    const add = [...AS_THEY_ARE, 'update-index', '--add', '-z', '--stdin'];
    const input = Buffer.from(joinNul(paths), 'latin1');
    const added = await git.run(root, add, { environment, input, exitCodes: 'any' });
    if (added.exitCode !== 0) {
      const without = withoutFilters(environment, await brokenFilters(git, root));
      await git.run(root, add, { environment: without, input });
    }
    return (await git.run(root, ['write-tree'], { environment })).stdout.trim();
  });
}

/** Puts the files of such a tree into a new worktree; its own index does not learn of them. Throws `GitError`. */
export async function restoreIgnored(
  git: Git,
  location: RepositoryLocation,
  commit: string,
  signal?: AbortSignal,
): Promise<void> {
  await withTemporaryIndex(git, location, 'repository', async (environment) => {
    const options = { environment, signal };
    await git.run(location.root, ['read-tree', '--reset', commit], options);
    // Forced: a copied file that the fork added to git is there already, the same.
    await git.run(location.root, [...AS_THEY_ARE, 'checkout-index', '--all', '--force'], options);
  });
}

function placeOf(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(join(root, '/')), Buffer.from(path, 'latin1')]);
}

function fromLatin1(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}
