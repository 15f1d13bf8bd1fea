import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAlive } from '../is-alive.ts';

/** Another live process writes this session. */
export class SessionLockedError extends Error {
  constructor(pid: number) {
    super(
      `This session is open in another Forkscope (process ${pid}). Close it there, or look at it read-only with \`forkscope show\`.`,
    );
    this.name = 'SessionLockedError';
  }
}

interface Holder {
  readonly pid: number;
  /** Start time of the process, so that a recycled process id is not taken for the holder. */
  readonly started: string | null;
}

/** One writer per session. The lock names its process, so the lock of a dead one is taken over at once. */
export function lockSession(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true });
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(path)) return () => removeIfOwn(path);
    const holder = readHolder(path);
    if (holder && isHolding(holder)) throw new SessionLockedError(holder.pid);
    removeQuietly(path);
  }
  throw new Error(`The lock ${path} cannot be taken. Remove that file if no Forkscope runs, then try again.`);
}

/** Process id of the live writer of a session, or null. */
export function lockHolder(path: string): number | null {
  const holder = readHolder(path);
  return holder && isHolding(holder) ? holder.pid : null;
}

function tryCreate(path: string): boolean {
  try {
    const file = openSync(path, 'wx');
    writeSync(file, JSON.stringify({ pid: process.pid, started: startTime(process.pid) } satisfies Holder));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(path: string): Holder | null {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, started: value.started ?? null } : null;
  } catch {
    return null;
  }
}

function isHolding({ pid, started }: Holder): boolean {
  if (!isAlive(pid)) return false;
  const now = startTime(pid);
  return now === null || started === null || now === started;
}

/** Field 22 of /proc/PID/stat: clock ticks between boot and the start of the process. Null where there is no /proc. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function removeIfOwn(path: string): void {
  if (readHolder(path)?.pid === process.pid) removeQuietly(path);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else was quicker.
  }
}
