import type { ConflictRegion } from './conflict-document.ts';

/** Lines of one side that a conflict is about: the first one, counted from 1, and how many. */
export interface SideLines {
  readonly line: number;
  readonly count: number;
}

/** Lines before and after a place by which it is told from others with the same lines. */
const CONTEXT = 3;

/**
 * Where each conflict is in one side's own text. The markers alone do not say it: what the other side changed elsewhere is
 * merged already, so lines above them are not those of this side. Regions are in their order; `merged` is their text.
 */
export function locateRegions(
  merged: string,
  regions: readonly ConflictRegion[],
  side: 'ours' | 'theirs',
  text: string,
): SideLines[] {
  const [lines, around] = [text.split('\n'), merged.split('\n')];
  const found: SideLines[] = [];
  let next = 0;
  let drift = 0;
  for (const region of regions) {
    const wanted = linesOf(region[side]);
    const above = linesOf(merged.slice(0, region.from)).length;
    const before = around.slice(Math.max(0, above - CONTEXT), above);
    const after = around.slice(above + linesOf(region.base).length).slice(0, CONTEXT);
    const expected = (side === 'ours' ? region.oursLine : region.theirsLine) - 1;
    const at = best(lines, wanted, { before, after, from: next, near: expected + drift }) ?? expected;
    found.push({ line: at + 1, count: wanted.length });
    next = at + wanted.length;
    drift = at - expected;
  }
  return found;
}

interface Place {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly from: number;
  readonly near: number;
}

/** The index of the first of the wanted lines: where most of the lines around fit, and of those the nearest; null for nowhere. */
function best(
  lines: readonly string[],
  wanted: readonly string[],
  { before, after, from, near }: Place,
): number | null {
  let found: { readonly at: number; readonly fits: number } | null = null;
  for (let at = from; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, index) => lines[at + index] === line)) continue;
    const fits =
      common(before.length, (back) => before.at(-1 - back) === lines[at - 1 - back]) +
      common(after.length, (on) => after[on] === lines[at + wanted.length + on]);
    const isBetter =
      found === null || fits > found.fits || (fits === found.fits && Math.abs(at - near) < Math.abs(found.at - near));
    if (isBetter) found = { at, fits };
  }
  return found?.at ?? null;
}

/** How many are the same from the place on, until one differs. */
function common(most: number, isSame: (index: number) => boolean): number {
  let count = 0;
  while (count < most && isSame(count)) count++;
  return count;
}

/** Whole lines, without what follows the last line end. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
