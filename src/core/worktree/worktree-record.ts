import { z } from 'zod';

/** What Forkscope keeps about one worktree that it made, in a file beside the worktree's folder. */
const recordSchema = z.object({
  version: z.literal(1),
  /** Also names the ref that keeps the base commit alive: refs/forkscope/base/<id>. */
  id: z.string().min(1),
  name: z.string().min(1),
  path: z.string().min(1),
  /** The checkout that was forked. */
  root: z.string().min(1),
  /** The git directory that all worktrees of the repository share. */
  commonDir: z.string().min(1),
  baseCommit: z.string().min(1),
  gitBranch: z.string().nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Ignored files that were brought along. */
  copied: z.array(z.string()),
});

export type WorktreeRecord = z.infer<typeof recordSchema>;

/** Null when the text is no record of this version. */
export function parseWorktreeRecord(text: string): WorktreeRecord | null {
  try {
    const parsed = recordSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function formatWorktreeRecord(record: WorktreeRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

export function baseRef(id: string): string {
  return `refs/forkscope/base/${id}`;
}
