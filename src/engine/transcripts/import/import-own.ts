import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { reviewEntry } from '../../../core/review/entries.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import type { ImportedSession } from '../../../shared/import-calls.ts';
import { isBundleFile, type ReadBundle, readBundle } from '../../export/read-bundle.ts';
import { forksFile, parseForks } from '../../worktrees/share/carried-forks.ts';
import { BlobStore } from '../blob-store.ts';
import { type ReadLog, readLog } from '../read-log.ts';
import { sessionFolder, sessionsFolder } from '../session-folder.ts';
import { lockSession } from '../session-lock.ts';

/** Problems that are told with the outcome. */
const FIRST_PROBLEMS = 200;

/** The events of a log or a bundle of ours, with what was wrong with the file. */
export async function readOwn(path: string): Promise<Pick<ReadLog, 'events' | 'problems'>> {
  return isBundleFile(path) ? readBundle(path) : readLog(path);
}

/** True when a log is one of the stored sessions already. */
export function isStored(home: string, path: string): boolean {
  return resolve(path).startsWith(resolve(sessionsFolder(home)) + sep);
}

/**
 * Brings an exported session (a bundle, or a log of events) in as one of our own. Its id comes from its content, so the
 * same export is one session however often, and from wherever, it is imported; the session it was exported from stays
 * apart from it.
 */
export async function importOwn(home: string, path: string): Promise<ImportedSession> {
  const isBundle = isBundleFile(path);
  const texts = new Map<string, string>();
  const read: Pick<ReadBundle, 'events' | 'problems' | 'review' | 'forks'> = isBundle
    ? await readBundle(path, (hash, text) => texts.set(hash, text))
    : { ...(await readLog(path)), review: [], forks: [] };
  const hash = hashOf(read.events);
  const sessionId = `import-${hash.slice(0, 16)}`;
  const folder = sessionFolder(home, sessionId);
  const carried = parseForks(read.forks)?.map(({ branch }) => branch) ?? [];
  const log = read.events.map((event) => `${JSON.stringify(asImported(event, sessionId, path, carried))}\n`).join('');
  const title = read.events.flatMap((event) => ('title' in event && !('branch' in event) ? [event.title] : [])).at(-1);
  const result = {
    sessionId,
    source: resolve(path),
    title: title ?? sessionId,
    problems: read.problems.length,
    firstProblems: read.problems.slice(0, FIRST_PROBLEMS),
    bytes: Buffer.byteLength(log),
  };
  if (existsSync(folder.events)) return { ...result, outcome: 'unchanged' };
  mkdirSync(folder.folder, { recursive: true });
  const release = lockSession(folder.lock);
  const temporary = `${folder.events}.importing`;
  try {
    const blobs = new BlobStore(folder.blobs);
    for (const [name, text] of texts) blobs.put(name, text);
    await blobs.flush();
    const review = reviewOf(read.review, sessionId);
    if (review !== '') writeFileSync(folder.review, review);
    if (read.forks.length > 0) writeFileSync(forksFile(folder.folder), JSON.stringify({ forks: read.forks }));
    writeFileSync(temporary, log);
    renameSync(temporary, folder.events);
    return { ...result, outcome: 'imported' };
  } finally {
    rmSync(temporary, { force: true });
    release();
    if (!existsSync(folder.events)) rmSync(folder.folder, { recursive: true, force: true });
  }
}

function hashOf(events: readonly SessionEvent[]): string {
  const hash = createHash('sha256');
  for (const event of events) hash.update(JSON.stringify(event)).update('\n');
  return hash.digest('hex');
}

/** The first line says where the session comes from; a session that was an import already keeps its first origin. */
function asImported(event: SessionEvent, sessionId: string, path: string, carried: readonly string[]): SessionEvent {
  if (event.type !== 'session-created') return event;
  const { forks: _, ...origin } = event.importedFrom ?? { tool: 'forkscope', path: resolve(path), id: event.sessionId };
  return { ...event, sessionId, importedFrom: carried.length === 0 ? origin : { ...origin, forks: carried } };
}

function reviewOf(lines: readonly unknown[], sessionId: string): string {
  return lines
    .flatMap((line) => {
      const { success, data } = reviewEntry.safeParse(line);
      return success ? [data.type === 'review-opened' ? { ...data, sessionId } : data] : [];
    })
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
