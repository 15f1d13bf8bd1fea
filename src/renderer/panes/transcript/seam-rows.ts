import type { Seam } from '../../../core/compaction/seams.ts';
import type { GapRow, MessageRow, SeamRow } from './rows.ts';

/** Which seams are unfolded: the keys of their rows. */
export type OpenSeams = ReadonlySet<string>;

export function seamKey({ compaction }: Seam): string {
  return `seam.${compaction.seq}`;
}

/** The rows of one of a branch's own messages; there may be none. */
export interface EntryRows {
  readonly messageId: string;
  readonly at: number;
  readonly rows: readonly MessageRow[];
}

/** Puts the seams between the rows of a branch's own messages, and folds what is behind them. */
export function withSeams(
  entries: readonly EntryRows[],
  seams: readonly Seam[],
  open: OpenSeams,
): (MessageRow | GapRow | SeamRow)[] {
  if (seams.length === 0) return entries.flatMap(({ rows }) => rows);
  const runs = seams.flatMap((seam) => seam.runs.map((run) => ({ ...run, key: seamKey(seam) })));
  const result: (MessageRow | GapRow | SeamRow)[] = [];
  const told = new Set<string>();
  entries.forEach(({ rows, at, messageId }, index) => {
    result.push(...seamsBehind(seams, index));
    const run = runs.find(({ messages }) => messages.has(messageId));
    if (run && !told.has(run.first)) {
      told.add(run.first);
      const own = entries.filter((entry) => run.messages.has(entry.messageId)).length;
      result.push({ kind: 'gap', key: `gap.${run.first}`, at, seamKey: run.key, count: own });
    }
    if (!run || open.has(run.key)) result.push(...rows);
  });
  return [...result, ...seamsBehind(seams, entries.length)];
}

function seamsBehind(seams: readonly Seam[], entries: number): SeamRow[] {
  return seams.flatMap((seam, index) =>
    seam.compaction.entries === entries
      ? [{ kind: 'seam' as const, key: seamKey(seam), at: seam.compaction.at, index, seam }]
      : [],
  );
}
