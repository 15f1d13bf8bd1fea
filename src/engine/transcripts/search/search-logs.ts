import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import type { SessionEvent } from '../../../core/session/events.ts';
import { isSessionEvent } from '../../../core/session/reduce.ts';
import type { SearchHit } from '../../../shared/contract.ts';
import { sessionFolder, sessionsFolder } from '../session-folder.ts';
import { findInMessage } from './find-in-message.ts';

export interface SearchJob {
  readonly home: string;
  readonly query: string;
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
const WANTED = ['session-created', 'session-renamed', 'branch-created', 'message-added'].map((type) =>
  Buffer.from(`"type":"${type}"`),
);
/** The type stands at the front of a line, behind two numbers at most. */
const HEAD_BYTES = 120;

/**
 * Reads the logs of all stored sessions, the last used first, and reports each message that contains the words. No
 * index is kept: a log is read as a stream at the speed of the disk, and nothing can be out of date.
 */
export async function searchLogs(
  { home, query }: SearchJob,
  signal: AbortSignal,
  onStep: (step: SearchStep) => void,
): Promise<SearchEnd> {
  const words = query.trim().toLowerCase();
  const ids = await sessionIds(home);
  let found = 0;
  for (const [done, sessionId] of ids.entries()) {
    for await (const hit of hitsIn(home, sessionId, words)) {
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

async function* hitsIn(home: string, sessionId: string, words: string): AsyncGenerator<SearchHit> {
  const titles = new Map<string, string>();
  let sessionTitle = sessionId;
  for await (const event of wantedEvents(sessionFolder(home, sessionId).events)) {
    if (event.type === 'session-created' || event.type === 'session-renamed') sessionTitle = event.title;
    if (event.type === 'branch-created') titles.set(event.branch, event.title);
    if (event.type !== 'message-added') continue;
    const excerpt = findInMessage(event.message, words);
    if (!excerpt) continue;
    const { branch, author, message, at } = event;
    const branchTitle = titles.get(branch) ?? branch;
    yield { sessionId, sessionTitle, branch, branchTitle, messageId: message.id, author, at, ...excerpt };
  }
}

async function* wantedEvents(path: string): AsyncGenerator<SessionEvent> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line =
        rest.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
      const event = eventOf(line);
      if (event) yield event;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}

/** A line that cannot be read has no words: the session itself reports it when it is opened. */
function eventOf(line: Buffer): SessionEvent | null {
  const head = line.subarray(0, HEAD_BYTES);
  if (!WANTED.some((type) => head.includes(type))) return null;
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isSessionEvent(value) ? value : null;
  } catch {
    return null;
  }
}
