import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface PrunedWorktree {
  readonly path: string;
  readonly name: string;
  /** The checkout that it was forked from. */
  readonly root: string;
  /** Null when it held nothing. */
  readonly backupRef: string | null;
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
