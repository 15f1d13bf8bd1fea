import type { ConflictHunk } from './conflict-hunks.ts';
import { conflictKinds, type MergeRecord } from './merge-records.ts';

/** `clean`: nothing in common. `soft`: both changed a file, and git merges it. `hot`: git cannot merge the two. */
export type CollisionLevel = 'clean' | 'soft' | 'hot';

export interface CollidingFile {
  readonly path: string;
  readonly level: 'soft' | 'hot';
  /** git's word for the conflict, e.g. "contents" or "modify/delete"; null for a soft one. */
  readonly kind: string | null;
  /** The lines in conflict; empty when the conflict is not one of lines, or the file is too large to show. */
  readonly hunks: readonly ConflictHunk[];
}

export interface CollisionPair {
  /** Ids of the two sides. */
  readonly one: string;
  readonly other: string;
  readonly level: CollisionLevel;
  readonly files: readonly CollidingFile[];
}

export interface PairFacts {
  readonly one: ReadonlySet<string>;
  readonly other: ReadonlySet<string>;
  readonly merge: MergeRecord;
  /**
   * False when the two did not start from the same tree: then one side of the merge also holds what the parent changed
   * in between, and a conflict counts only where both touched the file themselves.
   */
  readonly isSameBase: boolean;
}

/** The files in which two sides meet, hot ones first, without hunks. */
export function collidingFiles({ one, other, merge, isSameBase }: PairFacts): CollidingFile[] {
  const hot: CollidingFile[] = [];
  for (const [path, kind] of conflictKinds(merge)) {
    if (!isSameBase && !(meets(path, one) && meets(path, other))) continue;
    hot.push({ path, level: 'hot', kind, hunks: [] });
  }
  const taken = new Set(hot.map((file) => file.path));
  const soft = [...one].filter((path) => other.has(path) && !taken.has(path));
  const byPath = (a: CollidingFile, b: CollidingFile) => (a.path < b.path ? -1 : 1);
  return [
    ...hot.sort(byPath),
    ...soft.map((path): CollidingFile => ({ path, level: 'soft', kind: null, hunks: [] })).sort(byPath),
  ];
}

export function levelOf(files: readonly CollidingFile[]): CollisionLevel {
  if (files.some((file) => file.level === 'hot')) return 'hot';
  return files.length > 0 ? 'soft' : 'clean';
}

/** The path itself, a folder above it or a file below it; git adds "~name" to a file that a folder pushed aside. */
function meets(path: string, touched: ReadonlySet<string>): boolean {
  const plain = path.replace(/~[^/]*$/, '');
  for (const candidate of touched) {
    if (candidate === path || candidate === plain) return true;
    if (candidate.startsWith(`${plain}/`) || plain.startsWith(`${candidate}/`)) return true;
  }
  return false;
}
