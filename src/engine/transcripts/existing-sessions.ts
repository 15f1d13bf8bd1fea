import { readdir } from 'node:fs/promises';
import { EngineFault } from '../engine-fault.ts';
import { sessionsFolder } from './session-folder.ts';
import { trashFolder } from './session-shelf.ts';

/**
 * Ids of all sessions of a data folder, those in the trash included, for those who remove what no session needs. Throws an
 * `EngineFault` where the sessions cannot be listed: what cannot be seen is not gone.
 */
export async function existingSessions(home: string): Promise<ReadonlySet<string>> {
  const sessions = sessionsFolder(home);
  const ids: string[] = [];
  // The sessions twice, around the trash: one that is moved meanwhile, either way, is seen all the same.
  for (const folder of [sessions, trashFolder(home), sessions]) {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder !== sessions) return [];
      throw new EngineFault(
        'unreadable',
        `${folder} cannot be listed (${error.message}), so it is not known which sessions exist. Nothing of theirs was removed.`,
      );
    });
    ids.push(...names);
  }
  return new Set(ids);
}
