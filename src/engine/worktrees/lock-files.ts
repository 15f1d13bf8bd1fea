import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SharedRepository } from './locate-repository.ts';

/**
 * Names git's lock files that lie in a repository, as the next step of an error; null when there are none. They are never
 * removed here: only the person knows whether another program still works.
 */
export async function adviseOnLockFiles({ commonDir }: SharedRepository): Promise<string | null> {
  const found: string[] = [];
  for (const name of await readdir(commonDir).catch(() => [])) {
    if (!name.endsWith('.lock')) continue;
    const path = join(commonDir, name);
    const entry = await stat(path).catch(() => null);
    if (entry !== null) found.push(`${path} (since ${entry.mtime.toISOString()})`);
  }
  if (found.length === 0) return null;
  return `Another git command holds ${found.join(', ')}; if none is running, delete that file and try again.`;
}
