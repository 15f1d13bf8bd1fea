import type { BranchState, SessionState } from '../session/state.ts';
import { cacheOutcomeOf, firstRequestOf } from './cache-outcome.ts';
import type { CacheReason } from './explain-cache.ts';

/** What a card says about a branch's prefix. */
export interface PrefixBadge {
  /** `whole`: all of the parent's bytes; `broken`: they part earlier; `missed`: whole, but the cache gave less. */
  readonly kind: 'whole' | 'broken' | 'missed';
  /** At most a few words, e.g. "prefix whole", "differs at tools[0]", "cache cold". */
  readonly label: string;
  readonly sentence: string;
  readonly expectedTokens: number | null;
  readonly reportedTokens: number | null;
}

const MISSED: Partial<Record<CacheReason, string>> = {
  'below-minimum': 'below the cache minimum',
  cold: 'cache cold',
  'held-too-short': 'held too short',
  'no-reason': 'cache missed',
};

/** The badge of a branch's first request; null for one that is compared with nothing. */
export function prefixBadgeOf(state: SessionState, branch: BranchState): PrefixBadge | null {
  const request = firstRequestOf(state, branch);
  if (!request?.prefix) return null;
  const { divergence } = request.prefix;
  const { expected, reported, reason, sentence } = cacheOutcomeOf(state, request);
  const tokens = { expectedTokens: expected, reportedTokens: reported };
  if (divergence) {
    const { path, byte, cause } = divergence;
    return {
      kind: 'broken',
      label: `differs at ${path}`,
      sentence: `Parts at byte ${byte}, ${path}: ${cause}.`,
      ...tokens,
    };
  }
  const missed = MISSED[reason];
  if (missed !== undefined) return { kind: 'missed', label: missed, sentence, ...tokens };
  return { kind: 'whole', label: 'prefix whole', sentence, ...tokens };
}
