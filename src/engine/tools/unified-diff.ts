import { type DiffRun, diffLines } from './line-diff.ts';

/** Unchanged lines around a change, as git shows them. */
const CONTEXT = 3;
/** Longest diff for a person, in characters; nobody reads 2,000 lines in a prompt. */
const LONGEST = 100_000;

interface Line {
  readonly sign: ' ' | '-' | '+';
  /** With its line end, if it has one. */
  readonly text: string;
}

/**
 * The change from one text to the other as a unified diff that `git apply` takes, or an empty text when they are the
 * same. `null` stands for a file that does not exist.
 */
export function unifiedDiff(path: string, before: string | null, after: string): string {
  if (before === after) return '';
  const lines = diffLines(splitLines(before ?? ''), splitLines(after)).flatMap(linesOf);
  const oldName = before === null ? '/dev/null' : `a/${path}`;
  const hunks = hunksOf(lines).map((hunk) => printHunk(lines, hunk));
  // git writes a new, empty file in its own header only; for a person one line says it.
  if (hunks.length === 0) return `--- ${oldName}\n+++ b/${path}\n`;
  const diff = `--- ${oldName}\n+++ b/${path}\n${hunks.join('')}`;
  if (diff.length <= LONGEST) return diff;
  const cut = diff.lastIndexOf('\n', LONGEST) + 1;
  return `${diff.slice(0, cut)}[… the diff is ${diff.length - cut} characters longer …]\n`;
}

/** Lines with their ends. A file that ends in a line end has no empty last line. */
function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function linesOf(run: DiffRun): Line[] {
  const sign = run.kind === 'same' ? ' ' : run.kind === 'removed' ? '-' : '+';
  return run.lines.map((text) => ({ sign, text }));
}

interface Hunk {
  readonly start: number;
  readonly end: number;
}

/** Stretches of lines to show: each change with its surroundings, joined where they touch. */
function hunksOf(lines: readonly Line[]): Hunk[] {
  const hunks: { start: number; end: number }[] = [];
  lines.forEach((line, index) => {
    if (line.sign === ' ') return;
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(lines.length, index + CONTEXT + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) last.end = end;
    else hunks.push({ start, end });
  });
  return hunks;
}

function printHunk(lines: readonly Line[], { start, end }: Hunk): string {
  const before = lines.slice(0, start);
  const shown = lines.slice(start, end);
  const range = (sign: '-' | '+') => {
    const first = before.filter((line) => line.sign === ' ' || line.sign === sign).length;
    const count = shown.filter((line) => line.sign === ' ' || line.sign === sign).length;
    // A range of no lines names the line before it.
    return `${sign}${count === 0 ? first : first + 1},${count}`;
  };
  const body = shown.map(({ sign, text }) =>
    text.endsWith('\n') ? `${sign}${text}` : `${sign}${text}\n\\ No newline at end of file\n`,
  );
  return `@@ ${range('-')} ${range('+')} @@\n${body.join('')}`;
}
