import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { NotKept } from '../../../core/worktree/ignored-content.ts';
import type { RemovedSnapshots } from '../../../shared/worktree-calls.ts';

export interface PrunedWorktree {
  readonly path: string;
  readonly name: string;
  /** The checkout that it was forked from. */
  readonly root: string;
  /** Null when it held nothing. */
  readonly backupRef: string | null;
  /** Ignored folders that went and are in no backup. */
  readonly notKept?: NotKept | null | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Where it is written down what was removed by itself, a line each. */
export function pruneLog(directory: string): string {
  return join(directory, 'removed.jsonl');
}

export async function notePruned(directory: string, pruned: PrunedWorktree): Promise<void> {
  await mkdir(directory, { recursive: true });
  await appendFile(pruneLog(directory), `${JSON.stringify(pruned)}\n`);
}

/** The same of a session's snapshots: until git cleans up, `git update-ref REF COMMIT` brings one back. */
export async function noteSnapshots(
  directory: string,
  snapshots: RemovedSnapshots & { readonly root: string; readonly at: number },
): Promise<void> {
  await mkdir(directory, { recursive: true });
  await appendFile(pruneLog(directory), `${JSON.stringify({ snapshots })}\n`);
}

const line = z.object({
  path: z.string(),
  name: z.string(),
  root: z.string(),
  backupRef: z.string().nullable(),
  notKept: z
    .object({ paths: z.array(z.string()), files: z.number(), bytes: z.number() })
    .nullable()
    .optional(),
  at: z.number(),
});

/**
 * Worktrees that stand in it, oldest first. Lines that cannot be read are left out: a person may have edited the file.
 */
export async function readPruned(directory: string): Promise<PrunedWorktree[]> {
  const text = await readFile(pruneLog(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((each) => {
    try {
      return line.parse(JSON.parse(each));
    } catch {
      return [];
    }
  });
}
