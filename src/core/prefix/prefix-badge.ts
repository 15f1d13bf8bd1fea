import type { BranchState, RequestState, SessionState } from '../session/state.ts';
import { cacheOutcomeOf, firstRequestOf, sourcesBefore } from './cache-outcome.ts';
import { idleTime } from './cache-source.ts';
import type { CacheReason } from './explain-cache.ts';

/** What a card says about a branch's prefix. */
export interface PrefixBadge {
  /**
   * `whole`: all of the parent's bytes; `broken`: they part earlier; `missed`: whole, but the cache gives less;
   * `nothing`: no byte is shared, by its start; `unknown`: no request has left, or the log does not say.
   */
  readonly kind: 'whole' | 'broken' | 'missed' | 'nothing' | 'unknown';
  /** At most a few words, e.g. "prefix whole", "differs at tools[0]", "cache cold". */
  readonly label: string;
  readonly sentence: string;
  /** Share of its first request that is its parent's bytes, 0 to 1; null when nothing is known. */
  readonly share: number | null;
  readonly expectedTokens: number | null;
  readonly reportedTokens: number | null;
}

const MISSED: Partial<Record<CacheReason, string>> = {
  'below-minimum': 'below the cache minimum',
  cold: 'cache cold',
  'held-too-short': 'held too short',
  'no-reason': 'cache missed',
};

/** The badge of a branch's first request; null for one that starts from nobody: a root, a subagent. */
export function prefixBadgeOf(state: SessionState, branch: BranchState): PrefixBadge | null {
  const request = firstRequestOf(state, branch);
  if (!request?.prefix) return branch.kind === 'fork' ? withoutComparison(branch, request) : null;
  const { divergence, sharedBytes } = request.prefix;
  const { expected, reported, reason, sentence } = cacheOutcomeOf(state, request);
  const share = request.totalBytes === 0 ? null : Math.min(1, sharedBytes / request.totalBytes);
  const numbers = { share, expectedTokens: expected, reportedTokens: reported };
  if (divergence) {
    const { path, byte, cause } = divergence;
    return {
      kind: 'broken',
      label: `differs at ${path}`,
      sentence: `Parts at byte ${byte}, ${path}: ${cause}.`,
      ...numbers,
    };
  }
  const missed = MISSED[reason];
  if (missed !== undefined) return { kind: 'missed', label: missed, sentence, ...numbers };
  if (reported === null && leftCold(state, request)) {
    return { kind: 'missed', label: 'launched cold', sentence: LAUNCHED_COLD, ...numbers };
  }
  return { kind: 'whole', label: 'prefix whole', sentence, ...numbers };
}

const LAUNCHED_COLD =
  'It left when no cache held its prefix any more: its first request pays full price for all of it.';

/** True for a request that nobody had warmed the cache for when it left. */
function leftCold(state: SessionState, request: RequestState): boolean {
  const { cache, startedAt } = request;
  if (!cache || cache.ttlMs === 0) return false;
  const idle = idleTime(sourcesBefore(state, request), startedAt);
  return idle === null || idle > cache.ttlMs;
}

function withoutComparison({ snapshot }: BranchState, request: RequestState | null): PrefixBadge {
  const numbers = { share: null, expectedTokens: null, reportedTokens: null };
  if (snapshot === 'prepared') {
    const sentence = 'Its parent had no request to start from, so it shares no byte with it.';
    return { kind: 'nothing', label: 'nothing shared', sentence, ...numbers, share: 0 };
  }
  const sentence = request
    ? 'The log does not say what its first request was compared with.'
    : 'Its first request has not left yet.';
  return { kind: 'unknown', label: request ? 'prefix unknown' : 'not sent yet', sentence, ...numbers };
}
