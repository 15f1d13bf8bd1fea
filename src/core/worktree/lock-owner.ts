/** The running program that holds a worktree while a fork lives in it. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const PATTERN = /^Forkscope process (\d+) on (\S+) since (\S+)$/;

/** The reason that is given to `git worktree lock`: a person reads it in git's own messages, and we read it back. */
export function formatLockReason(owner: LockOwner): string {
  return `Forkscope process ${owner.pid} on ${owner.host} since ${new Date(owner.since).toISOString()}`;
}

/** Null for a lock that someone else set. */
export function parseLockReason(reason: string): LockOwner | null {
  const match = PATTERN.exec(reason);
  if (match === null) return null;
  const [, pid = '', host = '', since = ''] = match;
  const time = Date.parse(since);
  return Number.isNaN(time) ? null : { pid: Number(pid), host, since: time };
}
