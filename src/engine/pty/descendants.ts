import type { ProcessEntry } from './process-table.ts';

/** The keeper whose command is looked at. */
export interface KeeperIdentity {
  readonly pid: number;
  /** Ticks since boot, or `null` where the system does not tell. Tells a reused process id apart. */
  readonly startedAt: number | null;
}

/**
 * The living processes that a command started, the keeper left out. A process belongs to it when
 * its parents lead to the keeper (on Linux also after it daemonised), or
 * it is in the keeper's session (its parents died before it), or
 * its environment has the command's variable (it made a session of its own, and its parents died), or
 * its parent belongs to it.
 */
export function selectDescendants(
  entries: readonly ProcessEntry[],
  keeper: KeeperIdentity,
  ownPid = process.pid,
): ProcessEntry[] {
  const successor = entries.find((entry) => entry.pid === keeper.pid && entry.startedAt !== keeper.startedAt);
  const numberIsReused = successor !== undefined;
  const belonging = new Set<number>();
  if (!numberIsReused) belonging.add(keeper.pid);
  for (const entry of entries) {
    if (entry.marked || (!numberIsReused && entry.sessionId === keeper.pid)) belonging.add(entry.pid);
  }
  // A child may stand before its parent in the table, so this is repeated until nothing is added.
  for (let size = -1; size !== belonging.size; ) {
    size = belonging.size;
    for (const entry of entries) if (belonging.has(entry.parentPid)) belonging.add(entry.pid);
  }
  return entries.filter(
    (entry) => belonging.has(entry.pid) && !entry.zombie && entry.pid > 1 && entry.pid !== ownPid && !isKeeper(entry),
  );

  function isKeeper(entry: ProcessEntry): boolean {
    return !numberIsReused && entry.pid === keeper.pid;
  }
}
