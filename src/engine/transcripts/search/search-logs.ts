import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { hasFilters, parseSearch, type SearchQuery } from '../../../core/search/search-query.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import { isSessionEvent } from '../../../core/session/reduce.ts';
import type { SearchHit } from '../../../shared/contract.ts';
import { EngineFault } from '../../engine-fault.ts';
import { sessionFolder, sessionsFolder } from '../session-folder.ts';
import { findInMessage } from './find-in-message.ts';
import { PlaceFinder } from './find-places.ts';

export interface SearchJob {
  readonly home: string;
  readonly query: string;
  /** Only this session; all of them when left out. */
  readonly sessionId?: string | null;
}

export interface SearchStep {
  readonly hits: readonly SearchHit[];
  readonly done: number;
  readonly total: number;
}

export type SearchEnd = 'complete' | 'cancelled' | 'full';

/** More hits than this are no answer any more: the words have to be narrowed. */
export const MAX_HITS = 300;
const NEWLINE = 0x0a;
/** Only these lines are read: a log consists mostly of streamed text and terminal output, which stand in messages too. */
const WANTED = marks('session-created', 'session-renamed', 'branch-created', 'message-added');
/** And these as well when a filter asks for more than words. */
const WANTED_BY_FILTERS = marks('branch-status', 'branch-ended', 'tool-ended', 'request-ended', 'request-failed');
/** The type stands at the front of a line, behind two numbers at most. */
const HEAD_BYTES = 120;

/**
 * Reads the logs of all stored sessions, the last used first, and reports each message that contains the words. No
 * index is kept: a log is read as a stream at the speed of the disk, and nothing can be out of date.
 */
export async function searchLogs(
  { home, query: text, sessionId: only }: SearchJob,
  signal: AbortSignal,
  onStep: (step: SearchStep) => void,
): Promise<SearchEnd> {
  const parsed = parseSearch(text);
  if (!parsed.ok) throw new EngineFault('bad-filter', parsed.message);
  const ids = only ? [only] : await sessionIds(home);
  let found = 0;
  for (const [done, sessionId] of ids.entries()) {
    for await (const hit of hitsIn(home, sessionId, parsed.query)) {
      if (signal.aborted) return 'cancelled';
      onStep({ hits: [hit], done, total: ids.length });
      if (++found >= MAX_HITS) return 'full';
    }
    if (signal.aborted) return 'cancelled';
    onStep({ hits: [], done: done + 1, total: ids.length });
  }
  return 'complete';
}

async function sessionIds(home: string): Promise<string[]> {
  const names = await readdir(sessionsFolder(home)).catch(() => []);
  const dated = await Promise.all(
    names.map(async (id) => {
      const file = await stat(sessionFolder(home, id).events).catch(() => null);
      return file ? [{ id, at: file.mtimeMs }] : [];
    }),
  );
  return dated
    .flat()
    .sort((a, b) => b.at - a.at)
    .map(({ id }) => id);
}

async function* hitsIn(home: string, sessionId: string, query: SearchQuery): AsyncGenerator<SearchHit> {
  const titles = new Map<string, string>();
  let sessionTitle = sessionId;
  const finder = hasFilters(query) ? new PlaceFinder(query) : null;
  const wanted = finder ? [...WANTED, ...WANTED_BY_FILTERS] : WANTED;
  const inBranch = (id: string) =>
    query.branch === null || id.toLowerCase() === query.branch || titles.get(id)?.toLowerCase().includes(query.branch);
  for await (const event of wantedEvents(sessionFolder(home, sessionId).events, wanted)) {
    if (event.type === 'session-created' || event.type === 'session-renamed') sessionTitle = event.title;
    if (event.type === 'branch-created') titles.set(event.branch, event.title);
    if (finder) finder.take(event);
    if (finder || event.type !== 'message-added' || !inBranch(event.branch)) continue;
    const excerpt = findInMessage(event.message, query.words);
    if (!excerpt) continue;
    const { branch, author, message, at } = event;
    const branchTitle = titles.get(branch) ?? branch;
    yield {
      kind: 'message',
      sessionId,
      sessionTitle,
      branch,
      branchTitle,
      messageId: message.id,
      author,
      at,
      ...excerpt,
    };
  }
  for (const place of finder?.places() ?? [])
    yield { sessionId, sessionTitle, branchTitle: titles.get(place.branch) ?? place.branch, ...place };
}

async function* wantedEvents(path: string, wanted: readonly Buffer[]): AsyncGenerator<SessionEvent> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line =
        rest.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
      const event = eventOf(line, wanted);
      if (event) yield event;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}

/** A line that cannot be read has no words: the session itself reports it when it is opened. */
function eventOf(line: Buffer, wanted: readonly Buffer[]): SessionEvent | null {
  const head = line.subarray(0, HEAD_BYTES);
  if (!wanted.some((type) => head.includes(type))) return null;
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isSessionEvent(value) ? value : null;
  } catch {
    return null;
  }
}

function marks(...types: readonly SessionEvent['type'][]): Buffer[] {
  return types.map((type) => Buffer.from(`"type":"${type}"`));
}
