import { z } from 'zod';
import { listPaths } from './list-paths.ts';

/** Where the states of a checkout before a merge (or before an undo) are kept. */
export const UNDO_PREFIX = 'refs/forkscope/undo/';

const noteSchema = z.object({
  version: z.literal(1),
  /** The checkout that was written to. */
  root: z.string().min(1),
  /** Name of the fork that was merged. */
  fork: z.string(),
  action: z.enum(['merge', 'undo']),
  /** HEAD before and after; equal when nothing was committed. */
  headBefore: z.string().min(1),
  headAfter: z.string().min(1),
  /** Commits whose trees are the files, and the index, before and after. Index: null when it was not touched. */
  filesAfter: z.string().min(1),
  indexBefore: z.string().nullable(),
  indexAfter: z.string().nullable(),
});

export type UndoNote = z.infer<typeof noteSchema>;

/** A state that can be brought back. */
export interface UndoPoint extends UndoNote {
  readonly id: string;
  readonly ref: string;
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const LABEL = 'Forkscope-Undo: ';

/** The commit's tree is the files before; git alone is enough to bring them back. */
export function formatUndoMessage(note: UndoNote, paths: readonly string[]): string {
  const shown = listPaths(paths).replace(/\s+/g, ' ');
  return `Forkscope: the tree before ${note.action === 'merge' ? 'a merge' : 'an undo'}\n\nWrites: ${shown}\n\n${LABEL}${JSON.stringify(note)}\n`;
}

/** Null when the message is not one of ours. */
export function parseUndoMessage(message: string): UndoNote | null {
  const line = message.split('\n').findLast((candidate) => candidate.startsWith(LABEL));
  if (line === undefined) return null;
  try {
    const parsed = noteSchema.safeParse(JSON.parse(line.slice(LABEL.length)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
