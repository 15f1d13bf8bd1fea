import type { LinesPlace } from '../../../core/review/entries.ts';
import { hunkLines } from './hunk-lines.ts';
import type { FilePatch } from './parse-patch.ts';

/**
 * The line that a comment stands under now. The fork goes on editing: where the commented lines moved, the comment moves
 * with them; null when they are gone from the diff.
 */
export function anchorLine(file: FilePatch, { side, from, to, excerpt }: LinesPlace): number | null {
  const texts = excerpt.split('\n').map((line) => line.slice(1));
  const lines = hunkLines(file).filter((line) => line[side] !== null);
  const matches = lines.flatMap((_, start) => {
    const isHere = texts.every((text, index) => lines[start + index]?.text === text);
    const last = lines[start + texts.length - 1]?.[side];
    return isHere && last ? [last] : [];
  });
  if (matches.length === 0) return null;
  const length = to - from;
  return matches.reduce((best, line) =>
    Math.abs(line - length - from) < Math.abs(best - length - from) ? line : best,
  );
}
