import { listPaths } from './list-paths.ts';

/** Ignored files that a backup leaves out. */
export interface NotKept {
  /** Folders that are plainly caches, and files that are too much. */
  readonly paths: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

/** What a worktree holds of ignored files that did not come from the checkout. */
export interface IgnoredContent {
  readonly kept: readonly string[];
  /** Null when a backup holds all of them. */
  readonly notKept: NotKept | null;
}

export interface SizedPath {
  readonly path: string;
  readonly bytes: number;
  /** False for what a tree of git cannot hold, e.g. a repository of its own. */
  readonly canKeep: boolean;
}

/**
 * Folders that one command fills again, and in which nobody writes by hand. Where git ignores them, a worktree that holds
 * nothing else goes without a question. `dist` and `build` are not among them: what was built may be the result.
 */
export const REBUILT_FOLDERS: readonly string[] = [
  'node_modules',
  'target',
  '.venv',
  '__pycache__',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.gradle',
  '.turbo',
  '.next',
];
/** Folders that a build or an installation fills again: a backup leaves them out. */
const CACHES: readonly string[] = [...REBUILT_FOLDERS, 'dist', 'build', '.cache'];
/** A backup holds so many bytes of ignored files; they are often data, and stay in the repository for good. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Small files come first, so that one large file does not push out the rest. */
export function planIgnoredContent(
  found: readonly SizedPath[],
  rebuilt: readonly string[] = REBUILT_FOLDERS,
): IgnoredContent {
  const caches = new Set([...CACHES, ...rebuilt]);
  const kept: string[] = [];
  const left = new Set<string>();
  let files = 0;
  let bytes = 0;
  let room = MOST_BYTES;
  for (const one of [...found].sort((first, second) => first.bytes - second.bytes)) {
    const cache = cacheOf(one.path, caches);
    if (cache === null && one.canKeep && one.bytes <= room) {
      kept.push(one.path);
      room -= one.bytes;
    } else {
      // A repository inside a cache may hold somebody's commits, so it is named by itself.
      const repository = cache === null ? one.path : `${one.path}.git`;
      left.add(one.canKeep ? (cache ?? one.path) : repository);
      files += 1;
      bytes += one.bytes;
    }
  }
  return { kept: kept.sort(), notKept: left.size === 0 ? null : { paths: [...left].sort(), files, bytes } };
}

/** One sentence: "Not kept: node_modules/ (ignored by git; 812 files, 34.2 MB)." */
export function describeNotKept({ paths, files, bytes }: NotKept): string {
  const count = files === 1 ? '1 file' : `${files} files`;
  return `Not kept: ${listPaths(paths)} (ignored by git; ${count}, ${(bytes / 1_000_000).toFixed(1)} MB).`;
}

/** True when all that a backup leaves out is folders of these names. */
export function isOnlyRebuilt({ paths }: NotKept, rebuilt: readonly string[]): boolean {
  return paths.every((path) => path.endsWith('/') && rebuilt.includes(path.split('/').at(-2) ?? ''));
}

/** The outermost cache folder that holds a file; null when none does. */
function cacheOf(path: string, caches: ReadonlySet<string>): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => caches.has(folder));
  return at === -1 ? null : `${folders.slice(0, at + 1).join('/')}/`;
}
