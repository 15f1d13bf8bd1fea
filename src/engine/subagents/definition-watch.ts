import { existsSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds without a further change before files count as written: editors save in several steps. */
export const SETTLE_MS = 300;

export interface DefinitionWatch {
  /** Resolves when changes from now on are seen. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Watches folders that may not exist yet: their nearest ancestor that does is watched instead, and of it only what lies
 * on the way. `onSettle` comes once, `settleMs` after the last change of a burst.
 */
export function watchDefinitions(
  folders: readonly string[],
  onSettle: () => void,
  settleMs: number = SETTLE_MS,
): DefinitionWatch {
  const isOnTheWay = (path: string) =>
    folders.some(
      (folder) => `${path}${sep}`.startsWith(`${folder}${sep}`) || `${folder}${sep}`.startsWith(`${path}${sep}`),
    );
  const roots = [...new Set(folders.map(nearestFolder))];
  const watcher = watch(roots, {
    ignored: (path) => !isOnTheWay(path),
    ignoreInitial: true,
    // The folders themselves, one for a skill, and its files.
    depth: 8,
  });
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  watcher.on('all', () => {
    if (closed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(onSettle, settleMs);
  });
  // A folder that may not be watched (a limit of the system) costs the reload, never the session.
  watcher.on('error', () => {});
  return {
    ready: new Promise((resolve) => watcher.once('ready', () => resolve())),
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await watcher.close();
    },
  };
}

function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
