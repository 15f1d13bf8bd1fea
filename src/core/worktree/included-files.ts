/** Name of the file, at the root of a checkout, that lists ignored files for forks in gitignore syntax. */
export const INCLUDE_FILE = '.worktreeinclude';
/** Brought along without being asked: local settings without which most programs do not start. */
export const DEFAULT_PATTERNS: readonly string[] = ['.env', '.env.*'];

/** True for a file that the default patterns name, at any depth. */
export function isDefaultIncluded(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '.env' || name.startsWith('.env.');
}

export interface IgnoredListing {
  /** Ignored entries of the checkout; a folder that is ignored as a whole is one entry that ends with "/". */
  readonly collapsed: readonly string[];
  /** What the include file alone matches; null when there is no such file. */
  readonly byFile: readonly string[] | null;
  /** What the default patterns and then the include file match, so that the file's "!" lines count; null likewise. */
  readonly byBoth: readonly string[] | null;
}

export interface IncludePlan {
  readonly copy: readonly string[];
  /** Ignored entries that stay behind. */
  readonly left: readonly string[];
}

/**
 * Chooses which ignored files go along. The defaults do not reach into folders that are ignored as a whole (a package's
 * own .env in node_modules is not the person's); the include file does, because it says so on purpose.
 */
export function planIncludedFiles(listing: IgnoredListing): IncludePlan {
  const byBoth = listing.byBoth === null ? null : new Set(listing.byBoth);
  const defaults = listing.collapsed.filter(
    (path) => !path.endsWith('/') && isDefaultIncluded(path) && (byBoth === null || byBoth.has(path)),
  );
  const copy = new Set([...defaults, ...(listing.byFile ?? [])].filter((path) => !path.endsWith('/')));
  const holders = new Set([...copy].flatMap(foldersOf));
  return {
    copy: [...copy].sort(),
    left: listing.collapsed.filter((entry) => !copy.has(entry) && !holders.has(entry)),
  };
}

/** "a/b/c" is held by "a/" and "a/b/". */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash + 1));
  }
  return folders;
}
