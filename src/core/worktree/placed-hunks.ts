import { openConflicts } from './conflict-document.ts';
import { type ConflictHunk, type MarkerLabels, readConflictHunks } from './conflict-hunks.ts';
import { locateRegions } from './locate-regions.ts';

/** The two sides' own texts; null for one that cannot be read as text, or has another path. */
export interface SideTexts {
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** The conflicts of a marked text, with the lines at which they stand in each side's own file. */
export function placedHunks(marked: string, labels: MarkerLabels, { ours, theirs }: SideTexts): ConflictHunk[] {
  const hunks = readConflictHunks(marked, labels);
  if (hunks.length === 0) return [];
  const { text, regions } = openConflicts(marked, labels);
  const inOurs = ours === null ? [] : locateRegions(text, regions, 'ours', ours);
  const inTheirs = theirs === null ? [] : locateRegions(text, regions, 'theirs', theirs);
  return hunks.map((hunk, index) => ({
    ...hunk,
    oursLine: inOurs[index]?.line ?? hunk.oursLine,
    theirsLine: inTheirs[index]?.line ?? hunk.theirsLine,
  }));
}
