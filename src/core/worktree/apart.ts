import { type RawChange, SUBMODULE_MODE } from './raw-diff.ts';

/** What one side changed since the tree that it started from. */
export interface Touched {
  /** New names and earlier ones; latin1. */
  readonly paths: ReadonlySet<string>;
  /** Folders above those. */
  readonly folders: ReadonlySet<string>;
  /** True when a merge might take an added file for a removed one with another name, or would look into submodules. */
  readonly isSubtle: boolean;
}

export function touchedBy(changes: readonly RawChange[]): Touched {
  const paths = new Set<string>();
  const folders = new Set<string>();
  let isAdding = false;
  let isRemoving = false;
  let isModule = false;
  for (const { path, from, status, oldMode, newMode } of changes) {
    for (const one of from === undefined ? [path] : [path, from]) {
      paths.add(one);
      for (let slash = one.indexOf('/'); slash !== -1; slash = one.indexOf('/', slash + 1)) {
        folders.add(one.slice(0, slash));
      }
    }
    isAdding ||= status === 'added' || status === 'copied' || from !== undefined;
    isRemoving ||= status === 'deleted' || from !== undefined;
    isModule ||= oldMode === SUBMODULE_MODE || newMode === SUBMODULE_MODE;
  }
  return { paths, folders, isSubtle: isModule || (isAdding && isRemoving) };
}

/**
 * True when two sides cannot meet, so that nothing need be merged to know it: no path in common, none that is a folder
 * for the other, and nothing in either that git could take for a rename.
 */
export function areApart(one: Touched, other: Touched): boolean {
  if (one.isSubtle || other.isSubtle) return false;
  const [few, many] = one.paths.size <= other.paths.size ? [one, other] : [other, one];
  for (const path of few.paths) if (many.paths.has(path) || many.folders.has(path)) return false;
  for (const folder of few.folders) if (many.paths.has(folder)) return false;
  return true;
}
