import type { FilePatch } from './parse-patch.ts';

/** One line of a file's hunks. A changed line has a number on its own side only. */
export interface HunkLine {
  readonly sign: ' ' | '+' | '-';
  readonly old: number | null;
  readonly new: number | null;
  readonly text: string;
  /** Counts the hunks of the file from 0. */
  readonly hunk: number;
}

/** A run of changed lines by its first line, and the last one on the same side. */
export interface Change {
  readonly side: 'old' | 'new';
  readonly line: number;
  readonly to: number;
}

const known = new WeakMap<FilePatch, readonly HunkLine[]>();

/** The lines of a file's hunks, read once a file. */
export function hunkLines(file: FilePatch): readonly HunkLine[] {
  const found = known.get(file);
  if (found) return found;
  const lines = readLines(file.hunks);
  known.set(file, lines);
  return lines;
}

function readLines(hunks: string): HunkLine[] {
  const lines: HunkLine[] = [];
  let before = 0;
  let after = 0;
  let hunk = -1;
  for (const row of hunks.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(row);
    if (head) {
      before = Number(head[1]);
      after = Number(head[2]);
      hunk++;
      continue;
    }
    if (hunk < 0) continue;
    const text = row.slice(1);
    if (row.startsWith('+')) lines.push({ sign: '+', old: null, new: after++, text, hunk });
    else if (row.startsWith('-')) lines.push({ sign: '-', old: before++, new: null, text, hunk });
    else if (row.startsWith(' ')) lines.push({ sign: ' ', old: before++, new: after++, text, hunk });
  }
  return lines;
}

const knownChanges = new WeakMap<FilePatch, readonly Change[]>();

/** Each run of changed lines, in order: where "next change" stops. */
export function changesIn(file: FilePatch): readonly Change[] {
  const found = knownChanges.get(file);
  if (found) return found;
  const changes: { side: 'old' | 'new'; line: number; to: number }[] = [];
  let before: HunkLine | null = null;
  for (const line of hunkLines(file)) {
    const goesOn = before !== null && before.sign !== ' ' && before.hunk === line.hunk;
    before = line;
    if (line.sign === ' ') continue;
    const last = changes.at(-1);
    if (goesOn && last) last.to = line[last.side] ?? last.to;
    else if (line.old !== null) changes.push({ side: 'old', line: line.old, to: line.old });
    else if (line.new !== null) changes.push({ side: 'new', line: line.new, to: line.new });
  }
  knownChanges.set(file, changes);
  return changes;
}

/** The lines of one side from one number to another, with their signs, as a comment keeps them. */
export function excerptOf(file: FilePatch, side: 'old' | 'new', from: number, to: number): string {
  return hunkLines(file)
    .filter((line) => isOn(line, side, from, to))
    .map(({ sign, text }) => `${sign}${text}`)
    .join('\n');
}

/** The same lines with what stands around them in their hunk, for whoever has no diff at hand. */
export function hunkAround(file: FilePatch, side: 'old' | 'new', from: number, to: number): string {
  const lines = hunkLines(file);
  const first = lines.findIndex((line) => isOn(line, side, from, to));
  const last = lines.findLastIndex((line) => isOn(line, side, from, to));
  if (first < 0) return '';
  const { hunk } = lines[first] as HunkLine;
  return lines
    .slice(Math.max(0, first - AROUND), last + 1 + AROUND)
    .filter((line) => line.hunk === hunk)
    .map(({ sign, text }) => `${sign}${text}`)
    .join('\n');
}

/** Lines before and after a comment's own that say where it is. */
const AROUND = 3;

function isOn(line: HunkLine, side: 'old' | 'new', from: number, to: number): boolean {
  const number = line[side];
  return number !== null && number >= from && number <= to;
}
