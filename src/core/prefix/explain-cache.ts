import type { Usage } from '../session/usage.ts';
import type { CacheRules } from './cache-rules.ts';
import { type CacheSource, idleTime } from './cache-source.ts';
import type { PrefixReport } from './segments.ts';
import { formatClock } from './time-text.ts';

/** Why a provider reported fewer cached tokens than the shared prefix promised. */
export type CacheReason =
  /** It reported what was promised. */
  | 'as-promised'
  | 'below-minimum'
  | 'cold'
  | 'held-too-short'
  | 'prefix-differs'
  /** The provider gave no reason, and nothing that is known here is one. */
  | 'no-reason'
  /** Nothing was promised, or nothing was reported. */
  | 'unknown';

export interface CacheOutcome {
  /** Input tokens that the bytes shared with the earlier request promise to be read from the cache; null without one. */
  readonly expected: number | null;
  /** Input tokens that the provider says it read; null while it has said nothing. */
  readonly reported: number | null;
  readonly reason: CacheReason;
  /** One plain sentence, whatever the reason. */
  readonly sentence: string;
}

export interface CacheQuestion {
  /** What the request shares with the earlier one; null for a session's first request. */
  readonly prefix: PrefixReport | null;
  /** Tokens of the request itself; null while it runs, and when nothing was reported. */
  readonly usage: Usage | null;
  /** Bytes of the request itself. */
  readonly totalBytes: number;
  /** The earlier request as it was sent: its bytes, and its input tokens where the provider stated them. */
  readonly earlier: { readonly bytes: number; readonly input: number } | null;
  /** Null for a log that does not say which rules held. */
  readonly rules: CacheRules | null;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Requests that contain the shared prefix, the earlier one among them; without the request itself. */
  readonly sources: readonly CacheSource[];
}

/** A report of this share of the promise keeps it: caches hold whole blocks of tokens, so a little is always lost. */
const ENOUGH = 0.9;

/** What the cache should have given, what it gave, and why that is less. */
export function explainCache(question: CacheQuestion): CacheOutcome {
  const { prefix, usage } = question;
  const expected = expectedTokens(question);
  const reported = usage?.cacheRead ?? null;
  const outcome = (reason: CacheReason, sentence: string): CacheOutcome => ({ expected, reported, reason, sentence });
  if (prefix === null || expected === null) {
    return outcome('unknown', 'There is no earlier request that it could share bytes with.');
  }
  if (reported === null) return outcome('unknown', 'The provider has not said how many tokens it read from its cache.');
  const { divergence } = prefix;
  if (divergence !== null && reported < ENOUGH * wholeTokens(question, expected)) {
    const { byte, path, cause } = divergence;
    return outcome('prefix-differs', `The prefix differs at ${path}, byte ${byte}: ${cause}.`);
  }
  if (reported >= ENOUGH * expected) {
    return outcome('as-promised', 'The provider read as much from its cache as the shared bytes promise.');
  }
  return outcome(...reasonOfMiss(question, expected));
}

function reasonOfMiss(question: CacheQuestion, expected: number): [CacheReason, string] {
  const { rules, sources, startedAt } = question;
  const noReason = 'The provider read less than the shared bytes promise, and gave no reason.';
  if (rules === null) return ['no-reason', noReason];
  const { minimumTokens, ttlMs } = rules;
  if (minimumTokens !== null && expected < minimumTokens) {
    return [
      'below-minimum',
      `The shared part is about ${expected} tokens; this model caches none below ${minimumTokens}.`,
    ];
  }
  const idle = idleTime(sources, startedAt);
  if (idle !== null && idle <= ttlMs) return ['no-reason', noReason];
  const isWarming = sources.some(
    (source) =>
      source.startedAt <= startedAt &&
      (source.readableAt === null || source.readableAt > startedAt) &&
      (source.lastUsedAt === null || source.lastUsedAt > startedAt),
  );
  if (isWarming) {
    const until = rules.readableAfter === 'end' ? 'the end of its answer' : 'the first byte of its answer';
    return [
      'held-too-short',
      `It left while another request was still warming the cache: an entry can be read from ${until} on.`,
    ];
  }
  if (idle === null) return ['cold', 'No earlier request had left a readable entry, so the prefix was cold.'];
  return [
    'cold',
    `The prefix was cold: nothing had used it for ${formatClock(idle)}, and this cache keeps it for ${formatClock(ttlMs)}.`,
  ];
}

/** The tokens that would be shared if nothing differed. */
function wholeTokens({ prefix }: CacheQuestion, expected: number): number {
  if (prefix === null || prefix.sharedBytes === 0) return 1;
  return (expected * prefix.againstBytes) / prefix.sharedBytes;
}

/** The shared bytes in tokens, at the rate that the provider counted for the earlier request, else for this one. */
function expectedTokens({ prefix, usage, totalBytes, earlier }: CacheQuestion): number | null {
  if (prefix === null) return null;
  const { sharedBytes } = prefix;
  if (earlier !== null && earlier.bytes > 0) {
    const expected = Math.round((earlier.input * sharedBytes) / earlier.bytes);
    return usage === null ? expected : Math.min(expected, usage.input);
  }
  return usage === null || totalBytes === 0 ? null : Math.round((usage.input * sharedBytes) / totalBytes);
}
