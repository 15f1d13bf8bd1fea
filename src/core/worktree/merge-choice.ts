import type { MergeSelection } from './merge-plan.ts';

/** One changed file of a fork, as a person chooses from it. */
export interface ChoosableFile {
  readonly path: string;
  /** The former path of a renamed file, else null. */
  readonly from: string | null;
  /** Hunks that can be chosen one by one; 0 for a file that is taken whole or not at all (binary, renamed, a mode). */
  readonly hunks: number;
}

/** What a person left out, by path: the whole file, or some of its hunks (counted from 0). */
export type LeftOut = { readonly [path: string]: 'whole' | readonly number[] };

/** What is merged when this is left out; null when nothing is left to merge. */
export function selectionOf(files: readonly ChoosableFile[], leftOut: LeftOut): MergeSelection | null {
  const kept = files.filter((file) => shareOf(file, leftOut) !== 'none');
  if (kept.length === 0) return null;
  if (files.every((file) => shareOf(file, leftOut) === 'all')) return { kind: 'all' };
  if (kept.every((file) => shareOf(file, leftOut) === 'all')) {
    return { kind: 'files', paths: kept.flatMap(({ path, from }) => (from === null ? [path] : [path, from])) };
  }
  return {
    kind: 'hunks',
    files: kept.flatMap((file) => {
      const hunks = shareOf(file, leftOut) === 'all' ? null : keptHunks(file, leftOut);
      // A rename is two changes: its new name comes, its former one goes.
      return file.from === null
        ? [{ path: file.path, hunks }]
        : [file.path, file.from].map((path) => ({ path, hunks }));
    }),
  };
}

/** How much of a file is taken. */
export function shareOf({ path, hunks }: ChoosableFile, leftOut: LeftOut): 'all' | 'some' | 'none' {
  const left = leftOut[path];
  if (left === undefined || left.length === 0) return 'all';
  if (left === 'whole' || left.length >= hunks) return 'none';
  return 'some';
}

export function takesHunk({ path }: ChoosableFile, hunk: number, leftOut: LeftOut): boolean {
  const left = leftOut[path];
  return left === undefined || (left !== 'whole' && !left.includes(hunk));
}

/** Takes a file that is not wholly taken, else leaves it out. */
export function toggleFile(file: ChoosableFile, leftOut: LeftOut): LeftOut {
  const { [file.path]: _, ...others } = leftOut;
  return shareOf(file, leftOut) === 'all' ? { ...others, [file.path]: 'whole' } : others;
}

export function toggleHunk(file: ChoosableFile, hunk: number, leftOut: LeftOut): LeftOut {
  const left = leftOut[file.path];
  const out = left === 'whole' ? [...Array(file.hunks).keys()] : (left ?? []);
  const next = out.includes(hunk) ? out.filter((each) => each !== hunk) : [...out, hunk];
  const { [file.path]: _, ...others } = leftOut;
  return next.length === 0 ? others : { ...others, [file.path]: next };
}

function keptHunks(file: ChoosableFile, leftOut: LeftOut): number[] {
  return [...Array(file.hunks).keys()].filter((hunk) => takesHunk(file, hunk, leftOut));
}
