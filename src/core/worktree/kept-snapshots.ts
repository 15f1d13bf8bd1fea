/** One ref under which a branch's snapshots are kept, each on top of the one before. */
export interface SnapshotRef {
  readonly ref: string;
  readonly sessionId: string;
  readonly branch: string;
  /** The last one. */
  readonly commit: string;
  /** When that was made, in milliseconds since 1970. */
  readonly at: number;
  /** The folder of the Forkscope that made it; null for older ones. */
  readonly keeper: string | null;
}

/** What is kept of a session's files as they were. */
export interface KeptSnapshots {
  readonly sessionId: string;
  readonly branches: readonly string[];
  /** How many moments of all its branches; null when git cannot tell. */
  readonly moments: number | null;
  /** When the last one was kept, in milliseconds since 1970. */
  readonly at: number;
  /** Bytes of objects that only they keep; null when git cannot tell, or it was not counted. */
  readonly bytes: number | null;
}

/** Where the session is whose snapshots they are; `elsewhere`: another data folder's, or made before that was noted. */
export type SnapshotHolder = 'stored' | 'trash' | 'gone' | 'elsewhere';

export interface ExpiryRule {
  /** The folder of our own worktrees. */
  readonly keeper: string;
  /** Sessions that are there, those in the trash included. */
  readonly existing: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The last snapshot of a session must be older than this. */
  readonly days: number;
}

const DAY_MS = 86_400_000;

/** By session, in the order of its first ref. */
export function bySession(refs: readonly SnapshotRef[]): ReadonlyMap<string, readonly SnapshotRef[]> {
  const groups = new Map<string, SnapshotRef[]>();
  for (const each of refs) {
    const own = groups.get(each.sessionId);
    if (own) own.push(each);
    else groups.set(each.sessionId, [each]);
  }
  return groups;
}

/** Those that may go by themselves: ours, old, and of a session that is no more, not even in the trash. */
export function expiredSnapshots(refs: readonly SnapshotRef[], rule: ExpiryRule): SnapshotRef[] {
  return [...bySession(refs)].flatMap(([sessionId, own]) => {
    if (holderOf(sessionId, own, rule) !== 'gone') return [];
    const last = Math.max(...own.map(({ at }) => at));
    return rule.now - last >= rule.days * DAY_MS ? own : [];
  });
}

/** `existing` holds the stored sessions and those in the trash. */
export function holderOf(
  sessionId: string,
  refs: readonly SnapshotRef[],
  { existing, keeper }: Pick<ExpiryRule, 'existing' | 'keeper'>,
): 'there' | 'gone' | 'elsewhere' {
  if (existing.has(sessionId)) return 'there';
  return refs.every((ref) => ref.keeper === keeper) ? 'gone' : 'elsewhere';
}
