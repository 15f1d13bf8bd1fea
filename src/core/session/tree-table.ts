import { grouped } from './number-text.ts';
import type { BranchSummary, SessionSummary } from './summary.ts';
import type { Usage } from './usage.ts';

const HEADINGS = ['branch', 'state', 'turns', 'input', 'cache read', 'output', 'cost', 'changed'] as const;

/** A session's tree as plain text: one line a branch, children indented below their parents, totals last. */
export function treeTable(summary: SessionSummary): string {
  const rows = [...rowsBelow(summary.branches, null, 0), totalsRow(summary)];
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const [last] = rows.slice(-1);
  return [line(HEADINGS), rule, ...rows.slice(0, -1).map(line), rule, ...(last ? [line(last)] : [])].join('\n');
}

function rowsBelow(branches: readonly BranchSummary[], parentId: string | null, depth: number): string[][] {
  return branches
    .filter((branch) => branch.parentId === parentId)
    .flatMap((branch) => [rowOf(branch, depth), ...rowsBelow(branches, branch.id, depth + 1)]);
}

function rowOf(branch: BranchSummary, depth: number): string[] {
  const { worktree, usage } = branch;
  const title = branch.title.length > 44 ? `${branch.title.slice(0, 43)}…` : branch.title;
  return [
    `${'  '.repeat(depth)}${branch.id}${title === branch.id ? '' : ` ${title}`}`,
    branch.status,
    String(branch.turns),
    ...tokens(usage, branch.unknownUsage, branch.estimatedUsage),
    dollars(branch.costUsd),
    worktree ? `+${worktree.added} -${worktree.removed} in ${worktree.files}` : '',
  ];
}

function totalsRow({ totals, branches }: SessionSummary): string[] {
  const { usage } = totals;
  const sum = (pick: (worktree: NonNullable<BranchSummary['worktree']>) => number) =>
    branches.reduce((total, { worktree }) => total + (worktree ? pick(worktree) : 0), 0);
  return [
    `${totals.branches} ${totals.branches === 1 ? 'branch' : 'branches'}`,
    '',
    String(totals.turns),
    ...tokens(usage, totals.unknownUsage, totals.estimatedUsage),
    dollars(totals.costUsd),
    `+${sum((w) => w.added)} -${sum((w) => w.removed)} in ${sum((w) => w.files)}`,
  ];
}

/**
 * Input, cache read, output. With unknown parts a sum is only a lower bound, with estimates in it an estimate, and with
 * nothing known it is no number.
 */
function tokens(usage: Usage | null, unknown: number, estimated: number): string[] {
  if (usage === null || (unknown > 0 && usage.input === 0)) return ['unknown', 'unknown', 'unknown'];
  const least = unknown > 0 ? '≥ ' : estimated > 0 ? '~ ' : '';
  return [
    `${least}${grouped(usage.input)}`,
    withShare(usage.cacheRead, usage.input),
    `${least}${grouped(usage.output + usage.thoughts)}`,
  ];
}

function withShare(part: number, whole: number): string {
  return whole === 0 ? '0' : `${grouped(part)} (${Math.round((100 * part) / whole)}%)`;
}

function dollars(value: number | null): string {
  return value === null ? 'unknown' : `$${value.toFixed(4)}`;
}
