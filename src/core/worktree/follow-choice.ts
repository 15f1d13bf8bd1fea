import type { LeftOut } from './merge-choice.ts';

/** A changed file with its hunks by what they say: two hunks of the same text are told apart by their order. */
export interface HunksOfFile {
  readonly path: string;
  readonly hunks: readonly string[];
}

/** The hunks, as they were when a person chose among them, of each file that is left out in part. */
export type KnownHunks = { readonly [path: string]: readonly string[] };

export interface FollowedChoice {
  /** The very object that came in when nothing had to change. */
  readonly leftOut: LeftOut;
  readonly known: KnownHunks;
  /** Files in which hunks that a person chose among are not there any more, and how many. */
  readonly gone: readonly { readonly path: string; readonly hunks: number }[];
}

/** What to remember of the files along with a choice. */
export function knownHunks(files: readonly HunksOfFile[], leftOut: LeftOut): KnownHunks {
  const partly = files.filter(({ path }) => Array.isArray(leftOut[path]));
  return Object.fromEntries(partly.map(({ path, hunks }) => [path, hunks]));
}

/**
 * Carries a choice over to files that have changed since. A hunk is known by its text, wherever it stands now. When one
 * that was left out is gone, hunks that nobody has seen stay out as well until the person ticks them: what was left out
 * must not come in by another name.
 */
export function followChoice(files: readonly HunksOfFile[], leftOut: LeftOut, known: KnownHunks): FollowedChoice {
  let next = leftOut;
  const gone: { path: string; hunks: number }[] = [];
  for (const [path, left] of Object.entries(leftOut)) {
    if (left === 'whole') continue;
    const before = known[path];
    const now = files.find((file) => file.path === path)?.hunks ?? [];
    if (before === undefined || isSame(before, now)) continue;
    const placeNow = places(before, now);
    const kept = left.flatMap((at) => placeNow[at] ?? []);
    const lost = placeNow.filter((at) => at === null).length;
    const unseen = kept.length < left.length ? now.flatMap((_, at) => (placeNow.includes(at) ? [] : [at])) : [];
    const { [path]: _, ...others } = next;
    const out = [...kept, ...unseen].sort((a, b) => a - b);
    next = out.length === 0 ? others : { ...others, [path]: out };
    if (lost > 0) gone.push({ path, hunks: lost });
  }
  return { leftOut: next, known: next === leftOut ? known : knownHunks(files, next), gone };
}

/** For each former hunk its place now; null for one that is gone. */
function places(before: readonly string[], now: readonly string[]): (number | null)[] {
  const taken = new Set<number>();
  return before.map((text) => {
    const at = now.findIndex((each, index) => each === text && !taken.has(index));
    if (at < 0) return null;
    taken.add(at);
    return at;
  });
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
