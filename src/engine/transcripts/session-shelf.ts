import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { TrashedSession } from '../../shared/contract.ts';
import { EngineFault } from '../engine-fault.ts';
import { sessionFolder } from './session-folder.ts';
import { lockHolder } from './session-lock.ts';

/** A mark beside the log: the log itself says nothing about where a person keeps it. */
const ARCHIVED = 'archived';
/** What a deleted session was, so that the trash can be listed without reading logs. */
const LABEL = 'deleted.json';

const label = z.object({ title: z.string(), workspace: z.string(), deletedAt: z.number() });

export function isArchived(home: string, sessionId: string): boolean {
  return existsSync(join(sessionFolder(home, sessionId).folder, ARCHIVED));
}

/** Throws an `EngineFault` when there is no such session. */
export async function setArchived(home: string, sessionId: string, archived: boolean): Promise<void> {
  const { folder } = requireSession(home, sessionId);
  if (archived) await writeFile(join(folder, ARCHIVED), '');
  else await rm(join(folder, ARCHIVED), { force: true });
}

/** Bytes of everything that is stored of a session. */
export async function sessionBytes(home: string, sessionId: string): Promise<number> {
  const { folder } = requireSession(home, sessionId);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** Moves a session's folder to the trash. Nothing of it is changed, so that `restoreSession` brings all of it back. */
export async function trashSession(home: string, sessionId: string, what: z.infer<typeof label>): Promise<void> {
  const { folder, lock } = requireSession(home, sessionId);
  const holder = lockHolder(lock);
  if (holder !== null) {
    throw new EngineFault(
      'held',
      `This session is open in another Forkscope (process ${holder}). Close it there first.`,
    );
  }
  await mkdir(trashFolder(home), { recursive: true });
  await writeFile(join(folder, LABEL), JSON.stringify(what));
  await rename(folder, join(trashFolder(home), sessionId));
}

/** Deleted sessions, the last one first. */
export async function listTrash(home: string): Promise<TrashedSession[]> {
  const names = await readdir(trashFolder(home)).catch(() => []);
  const items = await Promise.all(
    names.map(async (sessionId): Promise<TrashedSession> => {
      const text = await readFile(join(trashFolder(home), sessionId, LABEL), 'utf8').catch(() => '');
      const read = label.safeParse(parsed(text));
      return { sessionId, ...(read.success ? read.data : { title: sessionId, workspace: '', deletedAt: 0 }) };
    }),
  );
  return items.sort((a, b) => b.deletedAt - a.deletedAt);
}

export async function restoreSession(home: string, sessionId: string): Promise<void> {
  const from = join(trashFolder(home), sessionId);
  const { folder } = sessionFolder(home, sessionId);
  if (!existsSync(from))
    throw new EngineFault('not-found', 'This session is no longer in the trash. Read the list again.');
  if (existsSync(folder)) {
    throw new EngineFault(
      'exists',
      `A session ${sessionId} is there already. Delete that one first, then restore this one.`,
    );
  }
  await mkdir(join(folder, '..'), { recursive: true });
  await rename(from, folder);
  await rm(join(folder, LABEL), { force: true });
}

/** Removes a session from the trash, for good. Returns what it was. */
export async function purgeSession(home: string, sessionId: string): Promise<TrashedSession> {
  const found = (await listTrash(home)).find((item) => item.sessionId === sessionId);
  if (!found) throw new EngineFault('not-found', 'This session is no longer in the trash. Read the list again.');
  await rm(join(trashFolder(home), sessionId), { recursive: true, force: true });
  return found;
}

export function trashFolder(home: string): string {
  return join(home, 'trash');
}

/** Ids come from the window: one that is not a plain name must not lead out of the data folder. */
function requireSession(home: string, sessionId: string) {
  const found = sessionFolder(home, sessionId);
  if (/^[\w.-]+$/.test(sessionId) && !sessionId.startsWith('.') && existsSync(found.folder)) return found;
  throw new EngineFault('not-found', `There is no stored session ${sessionId}. Read the list again.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
