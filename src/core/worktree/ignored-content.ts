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

/** Folders that a build or an installation fills again. */
const CACHES = new Set(['node_modules', 'target', 'dist', 'build', '.venv', '__pycache__', '.cache', '.next']);
/** A backup holds so many bytes of ignored files; they are often data, and stay in the repository for good. */
const MOST_BYTES = 50 * 1024 * 1024;

/** Small files come first, so that one large file does not push out the rest. */
export function planIgnoredContent(found: readonly SizedPath[]): IgnoredContent {
  const kept: string[] = [];
  const left = new Set<string>();
  let files = 0;
  let bytes = 0;
  let room = MOST_BYTES;
  for (const one of [...found].sort((first, second) => first.bytes - second.bytes)) {
    const cache = cacheOf(one.path);
    if (cache === null && one.canKeep && one.bytes <= room) {
      kept.push(one.path);
      room -= one.bytes;
    } else {
      left.add(cache ?? one.path);
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

/** The outermost cache folder that holds a file; null when none does. */
function cacheOf(path: string): string | null {
  const folders = path.split('/').slice(0, -1);
  const at = folders.findIndex((folder) => CACHES.has(folder));
  return at === -1 ? null : `${folders.slice(0, at + 1).join('/')}/`;
}
