import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewOf, previewShape } from '../../core/session/preview.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { SessionListItem } from '../../shared/contract.ts';
import type { SessionFolder } from './session-folder.ts';

/** Events from which on a log reaches the window in pieces, behind a preview, so that neither side stands still over it. */
export const LONG_LOG = 20_000;

/** Throw-away files beside the log: both can be worked out of it again. */
const LISTED = 'listed.json';
const PREVIEW = 'preview.json';

/** What a session is in the list, but for what its log does not say. */
export type ListedPart = Omit<SessionListItem, 'archived' | 'followed'>;

/** Which log a file was made from. One that differs in any of it is of no use. */
interface Stamp {
  readonly shape: string;
  readonly bytes: number;
  readonly changedAt: number;
}

/** What is told of a long log before it was read. */
export interface StoredPreview {
  /** Bytes of the log that it was made from. */
  readonly bytes: number;
  readonly events: number;
  /** The last line's number in the log. */
  readonly lastSeq: number;
  /** A `SessionState` in JSON: it goes to the window as it is. */
  readonly text: string;
}

/** What is known of a log that was read, or that this process has just closed. */
export interface KnownLog {
  /** As a reopening would find it. */
  readonly state: SessionState;
  readonly events: number;
  readonly lastSeq: number;
  readonly listed: ListedPart;
}

/** Size and time of a log as it is now; null when there is none. */
export async function stampOf({ events }: Pick<SessionFolder, 'events'>): Promise<Stamp | null> {
  const found = await stat(events).catch(() => null);
  return found && { shape: previewShape(), bytes: found.size, changedAt: found.mtimeMs };
}

/** Keeps what a log adds up to, for the next start. That it cannot be stored is no fault: it is then read again. */
export async function keepPreview(folder: SessionFolder, stamp: Stamp, known: KnownLog): Promise<void> {
  const { state, listed, events, lastSeq } = known;
  try {
    await replace(join(folder.folder, LISTED), JSON.stringify({ stamp, listed }));
    if (events <= LONG_LOG) return;
    const head = JSON.stringify({ stamp, events, lastSeq });
    await replace(join(folder.folder, PREVIEW), `${head}\n${JSON.stringify(previewOf(state))}`);
  } catch {
    await forgetPreview(folder);
  }
}

/** Null when there is none, or when the log has changed since. */
export async function readListed(folder: SessionFolder, stamp: Stamp): Promise<ListedPart | null> {
  const kept = parsed(await readFile(join(folder.folder, LISTED), 'utf8').catch(() => ''));
  return kept && isSame(kept.stamp, stamp) ? (kept.listed as ListedPart) : null;
}

/** Null when there is none, or when the log has changed since. */
export async function readPreview(folder: SessionFolder): Promise<StoredPreview | null> {
  const stamp = await stampOf(folder);
  const whole = stamp && (await readFile(join(folder.folder, PREVIEW), 'utf8').catch(() => null));
  if (!whole) return null;
  const end = whole.indexOf('\n');
  const head = parsed(whole.slice(0, end));
  if (!head || !isSame(head.stamp, stamp)) return null;
  const { events, lastSeq } = head as unknown as StoredPreview;
  return { bytes: stamp.bytes, events, lastSeq, text: whole.slice(end + 1) };
}

export async function forgetPreview({ folder }: SessionFolder): Promise<void> {
  await Promise.all([LISTED, PREVIEW].map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}

/** Pieces of the first `bytes` of a log, each of whole lines. */
export async function* piecesOf(path: string, bytes: number, pieceBytes: number): AsyncGenerator<string> {
  const file = await open(path);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (let at = 0; at < bytes; ) {
      const buffer = Buffer.alloc(Math.min(pieceBytes, bytes - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const chunk = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      rest = chunk.subarray(end);
      if (end > 0) yield chunk.toString('utf8', 0, end);
    }
  } finally {
    await file.close();
  }
}

const NEWLINE = 0x0a;

async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.new`;
  await writeFile(temporary, text);
  await rename(temporary, path);
}

function isSame(kept: unknown, stamp: Stamp): boolean {
  const { shape, bytes, changedAt } = (kept ?? {}) as Partial<Stamp>;
  return shape === stamp.shape && bytes === stamp.bytes && changedAt === stamp.changedAt;
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
