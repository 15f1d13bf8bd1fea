import { type MarkerLabels, readConflictHunks } from './conflict-hunks.ts';

/** A place in the merged text where the two sides meet. All texts are whole lines, each with its line end. */
export interface ConflictRegion {
  /** Offsets in the document's text, in UTF-16 units; the text between them is at first that before both sides. */
  readonly from: number;
  readonly to: number;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** First line of each side in that side's own file, counted from 1, and how many they are. */
  readonly oursLine: number;
  readonly oursLines: number;
  readonly theirsLine: number;
  readonly theirsLines: number;
}

export interface ConflictDocument {
  /** The merge without any marker: what git merged by itself, and the former lines where it could not. */
  readonly text: string;
  readonly regions: readonly ConflictRegion[];
}

/** Reads a text with diff3 markers, as the plan of a merge has it, into one that can be edited without them. */
export function openConflicts(marked: string, labels: MarkerLabels): ConflictDocument {
  const lines = marked.split('\n');
  const regions: ConflictRegion[] = [];
  let text = '';
  let next = 0;
  for (const hunk of readConflictHunks(marked, labels)) {
    const start = hunk.line - 1;
    text += joined(lines.slice(next, start));
    const from = text.length;
    text += joined(hunk.base);
    regions.push({
      from,
      to: text.length,
      base: joined(hunk.base),
      ours: joined(hunk.ours),
      theirs: joined(hunk.theirs),
      oursLine: hunk.oursLine,
      oursLines: hunk.ours.length,
      theirsLine: hunk.theirsLine,
      theirsLines: hunk.theirs.length,
    });
    const afterOurs = start + 1 + hunk.ours.length;
    const hasBase = lines[afterOurs]?.startsWith('|||||||') ?? false;
    // The markers: before ours, before theirs and after them; diff3 has one more before the base.
    next = start + hunk.ours.length + hunk.base.length + hunk.theirs.length + (hasBase ? 4 : 3);
  }
  return { text: text + lines.slice(next).join('\n'), regions };
}

/** How one place is settled, told by what stands there now. `open`: the former lines, which nobody wanted so far. */
export type RegionChoice = 'open' | 'ours' | 'theirs' | 'both' | 'before' | 'edited';

/** `isKept`: a person said that the former lines shall stay. */
export function choiceOf(region: ConflictRegion, now: string, isKept: boolean): RegionChoice {
  if (now === region.ours) return 'ours';
  if (now === region.theirs) return 'theirs';
  if (now === region.base) return isKept ? 'before' : 'open';
  if (now === region.ours + region.theirs) return 'both';
  return 'edited';
}

/** True when every line of a text ends with CR LF: it is edited with LF, and gets its own ends back. */
export function usesCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
