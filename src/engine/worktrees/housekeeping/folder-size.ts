import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders read at a time: enough to keep a disk busy without starving the rest of the app. */
const AT_ONCE = 8;
/** Bytes per block of `lstat`, by POSIX. */
const BLOCK = 512;

/** Bytes that a folder takes on disk, links not followed; null when it cannot be read. */
export async function folderSize(folder: string, signal?: AbortSignal): Promise<number | null> {
  let bytes = 0;
  let waiting = [folder];
  let isReadable = false;
  while (waiting.length > 0) {
    if (signal?.aborted) return null;
    const now = waiting.slice(0, AT_ONCE);
    waiting = waiting.slice(AT_ONCE);
    const found = await Promise.all(
      now.map(async (path) => {
        const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
        if (entries === null) return [];
        isReadable = true;
        const sizes = await Promise.all(
          entries.map(async (entry) => {
            const stats = await lstat(join(path, entry.name)).catch(() => null);
            return stats === null ? 0 : (stats.blocks ?? Math.ceil(stats.size / BLOCK)) * BLOCK;
          }),
        );
        bytes += sizes.reduce((sum, size) => sum + size, 0);
        return entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name));
      }),
    );
    waiting.push(...found.flat());
  }
  return isReadable ? bytes : null;
}
