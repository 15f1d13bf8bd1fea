import { splitNul } from './nul-fields.ts';

/** Paths whose entry tells git not to look at the file on disk. */
export interface UnwatchedPaths {
  readonly assumeUnchanged: readonly string[];
  readonly skipWorktree: readonly string[];
}

/** Parses `git ls-files -v -z`: `S` marks skip-worktree, and a lower-case tag assume-unchanged; an entry may have both. */
export function parseUnwatchedPaths(text: string): UnwatchedPaths {
  const assumeUnchanged: string[] = [];
  const skipWorktree: string[] = [];
  for (const field of splitNul(text)) {
    const tag = field.charAt(0);
    if (tag === 'H') continue;
    const path = field.slice(2);
    if (tag !== tag.toUpperCase()) assumeUnchanged.push(path);
    if (tag.toUpperCase() === 'S') skipWorktree.push(path);
  }
  return { assumeUnchanged, skipWorktree };
}

/** A path in the work tree whose content a snapshot could not take, and why. */
export interface SkippedPath {
  readonly path: string;
  readonly reason: 'embedded-repository' | 'not-readable';
}

/**
 * Parses `git status --porcelain=v2 -z --no-renames` of an index that was just filled from the work tree: whatever still
 * differs there was not taken. An untracked folder (its path ends with "/") is a repository of its own.
 */
export function parseLeftOver(text: string): SkippedPath[] {
  const skipped: SkippedPath[] = [];
  for (const field of splitNul(text)) {
    if (field.startsWith('? ')) {
      const path = field.slice(2);
      skipped.push(
        path.endsWith('/')
          ? { path: path.slice(0, -1), reason: 'embedded-repository' }
          : { path, reason: 'not-readable' },
      );
    } else if (field.startsWith('1 ') && field.charAt(3) !== '.') {
      // "1 XY sub mH mI mW hH hI path": eight fields before the path, which may hold spaces.
      const words = field.split(' ');
      // A submodule that is dirty inside is recorded by its commit; that is not a failure to read it.
      if (words[2]?.startsWith('S')) continue;
      skipped.push({ path: words.slice(8).join(' '), reason: 'not-readable' });
    }
  }
  return skipped;
}
