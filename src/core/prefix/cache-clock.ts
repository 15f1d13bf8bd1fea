import type { SessionState } from '../session/state.ts';
import { cacheSources } from './cache-source.ts';
import { formatClock } from './time-text.ts';

/** How long a branch's prefix can still be read from the cache. Times in milliseconds. */
export type CacheClock =
  /** No request was answered, or the log does not say how long the provider keeps a prefix. */
  | { readonly kind: 'unknown' }
  /** A request is being answered: the lease begins anew with its end. */
  | { readonly kind: 'in-use' }
  | { readonly kind: 'warm'; readonly coldAt: number; readonly leftMs: number }
  | { readonly kind: 'cold'; readonly coldAt: number; readonly sinceMs: number };

/**
 * The clock of a branch's cache entry at `now` (milliseconds since 1970): the lifetime that its last request was sent
 * under, from the last moment at which that request or one that contains it (a fork's, say) was answered.
 */
export function cacheClockOf(state: SessionState, branchId: string, now: number): CacheClock {
  const last = state.branches[branchId]?.requests
    .flatMap((id) => state.requests[id] ?? [])
    .findLast(({ failure }) => failure === null);
  if (!last?.cache || last.cache.ttlMs === 0) return { kind: 'unknown' };
  const sources = cacheSources(state.requests, last.requestId, last.cache).filter(
    ({ readableAt }) => readableAt !== null && readableAt <= now,
  );
  if (sources.length === 0) return last.endedAt === null ? { kind: 'in-use' } : { kind: 'unknown' };
  if (sources.some(({ lastUsedAt }) => lastUsedAt === null || lastUsedAt > now)) return { kind: 'in-use' };
  const coldAt = Math.max(...sources.map(({ lastUsedAt }) => lastUsedAt ?? 0)) + last.cache.ttlMs;
  return coldAt > now
    ? { kind: 'warm', coldAt, leftMs: coldAt - now }
    : { kind: 'cold', coldAt, sinceMs: now - coldAt };
}

/** A few words for the card, e.g. "cold in 3:12"; null when nothing is known. */
export function cacheClockText(clock: CacheClock): string | null {
  switch (clock.kind) {
    case 'unknown':
      return null;
    case 'in-use':
      return 'warm';
    case 'warm':
      return `cold in ${formatClock(clock.leftMs)}`;
    case 'cold':
      return `cold for ${formatClock(clock.sinceMs)}`;
  }
}
