import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { slugName } from '../../core/worktree/fork-name.ts';
import { formatWorktreeRecord, parseWorktreeRecord, type WorktreeRecord } from '../../core/worktree/worktree-record.ts';

/** A record that cannot be read: told, never dropped. */
export interface RecordProblem {
  readonly file: string;
  readonly reason: string;
}

/** Characters of the hash in a repository's folder name: 48 bits, no clash among a person's repositories. */
const HASH_LENGTH = 12;

/** Name of the folder that holds a repository's worktrees: readable, and the same for all its checkouts. */
export function repositoryId(commonDir: string): string {
  const folder = basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;
  const hash = createHash('sha256').update(commonDir).digest('hex').slice(0, HASH_LENGTH);
  return `${slugName(basename(folder))}-${hash}`;
}

export function recordFile(path: string): string {
  return `${path}.json`;
}

/** Written beside and renamed, so that a reader never sees half of it. */
export async function writeRecord(record: WorktreeRecord): Promise<void> {
  const file = recordFile(record.path);
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${record.id}.part`;
  await writeFile(draft, formatWorktreeRecord(record));
  await rename(draft, file);
}

/** Null when there is none that can be read. */
export async function readRecord(path: string): Promise<WorktreeRecord | null> {
  const text = await readFile(recordFile(path), 'utf8').catch(() => null);
  return text === null ? null : parseWorktreeRecord(text);
}

export async function removeRecord(path: string): Promise<void> {
  await rm(recordFile(path), { force: true });
}

/** All records in a repository's folder. A folder that does not exist holds none; any other failure is thrown. */
export async function readRecords(folder: string): Promise<{ records: WorktreeRecord[]; problems: RecordProblem[] }> {
  const records: WorktreeRecord[] = [];
  const problems: RecordProblem[] = [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.filter((candidate) => candidate.endsWith('.json')).sort()) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8').catch((error: Error) => error);
    if (text instanceof Error) {
      problems.push({ file, reason: text.message });
      continue;
    }
    const record = parseWorktreeRecord(text);
    if (record === null) problems.push({ file, reason: 'It is no record that this version of Forkscope can read.' });
    else records.push(record);
  }
  return { records, problems };
}
