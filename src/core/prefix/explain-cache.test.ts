import { describe, expect, it } from 'vitest';
import { OPENAI_PROFILES } from '../providers/openai-profiles.ts';
import { type CacheRules, cacheRulesFor, minimumTokensOf, type ProviderCache } from './cache-rules.ts';
import type { CacheSource } from './cache-source.ts';
import { type CacheQuestion, type CacheReason, explainCache } from './explain-cache.ts';
import type { Divergence, PrefixReport } from './segments.ts';

const MINUTE = 60_000;
/** The request in question starts here; its parent was answered from -10 s to -5 s. */
const NOW = 1_000 * MINUTE;

const DIVERGENCE: Divergence = {
  segment: 0,
  kind: 'tools',
  byte: 39,
  path: 'tools[0].name',
  cause: 'the tool `agent` is missing',
  before: '',
  after: '',
};

function prefix(shared: number, divergence: Divergence | null = null): PrefixReport {
  const against = { against: 'parent', relation: 'parent', againstBytes: 40_000, sharedSegments: 3 } as const;
  return { ...against, sharedBytes: shared, divergence };
}

function source(startedAgo: number, readableAgo: number | null, endedAgo: number | null): CacheSource {
  const at = (ago: number | null) => (ago === null ? null : NOW - ago);
  return { requestId: 'parent', startedAt: NOW - startedAgo, readableAt: at(readableAgo), lastUsedAt: at(endedAgo) };
}

const JUST_ANSWERED = source(10_000, 9_000, 5_000);

function question(change: Partial<CacheQuestion> & { cacheRead?: number; earlierInput?: number }): CacheQuestion {
  const { cacheRead = 0, earlierInput = 10_000, ...rest } = change;
  return {
    prefix: prefix(40_000),
    usage: { input: 10_500, cacheRead, cacheWrite: 0, output: 5, thoughts: 0 },
    totalBytes: 42_000,
    earlier: { bytes: 40_000, input: earlierInput },
    rules: { ttlMs: 5 * MINUTE, readableAfter: 'first-byte', minimumTokens: 1_024 },
    startedAt: NOW,
    sources: [JUST_ANSWERED],
    ...rest,
  };
}

describe('after the answer: expected against reported cached tokens, and the reason for a difference', () => {
  it.each<[string, Parameters<typeof question>[0], CacheReason, string]>([
    ['all was read', { cacheRead: 10_000 }, 'as-promised', 'as much'],
    ['a last partial block is no miss', { cacheRead: 9_984 }, 'as-promised', 'as much'],
    ['more than the parent: the siblings warmed the tail', { cacheRead: 10_400 }, 'as-promised', 'as much'],
    ['below the minimum', { earlierInput: 900, prefix: prefix(40_000) }, 'below-minimum', 'caches none below 1024'],
    ['cold (TTL passed)', { sources: [source(9 * MINUTE, 8 * MINUTE, 7 * MINUTE + 12_000)] }, 'cold', 'for 7:12'],
    ['cold: the only earlier request failed', { sources: [source(9_000, null, 8_000)] }, 'cold', 'No earlier request'],
    [
      'held too short: the first sibling had not begun to answer',
      { sources: [source(60 * MINUTE, 59 * MINUTE, 58 * MINUTE), source(2_000, null, null)] },
      'held-too-short',
      'the first byte',
    ],
    [
      'held too short: its first byte came after this request had left',
      { sources: [source(60 * MINUTE, 59 * MINUTE, 58 * MINUTE), source(2_000, -50, -900)] },
      'held-too-short',
      'the first byte',
    ],
    [
      'the prefix differs at (path, byte)',
      { prefix: prefix(39, DIVERGENCE) },
      'prefix-differs',
      'differs at tools[0].name, byte 39: the tool `agent` is missing',
    ],
    ['the provider gave no reason', { cacheRead: 4_000 }, 'no-reason', 'gave no reason'],
    ['a log without rules cannot say more', { rules: null }, 'no-reason', 'gave no reason'],
    ["a session's first request", { prefix: null }, 'unknown', 'no earlier request'],
    ['no usage was reported', { usage: null }, 'unknown', 'has not said'],
  ])('%s', (_, change, reason, words) => {
    const outcome = explainCache(question(change));
    expect(outcome.reason).toBe(reason);
    expect(outcome.sentence).toContain(words);
  });

  it('expects the tokens that the provider counted for the shared bytes', () => {
    expect(explainCache(question({ cacheRead: 10_000 }))).toMatchObject({ expected: 10_000, reported: 10_000 });
    expect(explainCache(question({ prefix: prefix(10_000, DIVERGENCE) })).expected).toBe(2_500);
    // Nobody counted the earlier request: 40,000 of 42,000 bytes of 10,500 tokens.
    expect(explainCache(question({ earlier: null })).expected).toBe(10_000);
  });

  it('a sibling that hit in between keeps the prefix warm, so its age is no reason', () => {
    const old = source(9 * MINUTE, 8 * MINUTE, 7 * MINUTE);
    expect(explainCache(question({ sources: [old, source(2 * MINUTE, 110_000, 100_000)] })).reason).toBe('no-reason');
    expect(explainCache(question({ sources: [old, source(90_000, 80_000, null)] })).reason).toBe('no-reason');
  });
});

describe("by each provider's rules", () => {
  const anthropic: ProviderCache = { ttlMs: 4 * MINUTE, readableAfter: 'first-byte', minimumTokens: 'by-model' };
  const gemini: ProviderCache = { ttlMs: 5 * MINUTE, readableAfter: 'first-byte', minimumTokens: 'by-model' };
  const { openai, dashscope, deepseek, plain } = OPENAI_PROFILES;

  // Minimum tokens as the vendors' guides state them; a parent of that size less one, then of that size.
  it.each<[string, ProviderCache, string, number | null]>([
    ['Gemini 2.5', gemini, 'gemini-2.5-flash', 2_048],
    ['Gemini 3.8', gemini, 'gemini-3.8-flash', 4_096],
    ['Gemini 4', gemini, 'gemini-4-argon', 6_144],
    ['Claude Opus 5', anthropic, 'claude-opus-5', 512],
    ['Claude Sonnet 4.5', anthropic, 'claude-sonnet-4-5-20250929', 1_024],
    ['Claude Opus 4.7', anthropic, 'claude-opus-4-7', 2_048],
    ['Claude Haiku 4.5', anthropic, 'claude-haiku-4-5', 4_096],
    ['Claude 5.5: nobody states it', anthropic, 'claude-sonnet-5-5', null],
    ['OpenAI', openai.cache, 'gpt-6.2-sol', 1_024],
    ['DashScope', dashscope.cache, 'qwen4-max', 1_024],
    ['DeepSeek: none published', deepseek.cache, 'deepseek-v4-pro', null],
    ['a local server: none', plain.cache, 'qwen3-coder:30b', null],
  ])('%s: minimum', (_, cache, model, least) => {
    const rules = cacheRulesFor(cache, model);
    expect(rules.minimumTokens).toBe(least);
    const reason = (tokens: number) => explainCache(question({ rules, earlierInput: tokens })).reason;
    if (least === null) return expect(reason(100)).toBe('no-reason');
    expect([reason(least - 1), reason(least)]).toEqual(['below-minimum', 'no-reason']);
  });

  it.each<[string, CacheRules['readableAfter'], CacheReason]>([
    ['readable from the first byte on', 'first-byte', 'no-reason'],
    ['readable after the end (DashScope, DeepSeek)', 'end', 'held-too-short'],
  ])('a leader in mid-answer, %s', (_, readableAfter, reason) => {
    const rules = { ttlMs: 5 * MINUTE, readableAfter, minimumTokens: null };
    // Its first byte came 1 s ago, its end is still to come.
    const leader = source(2_000, readableAfter === 'first-byte' ? 1_000 : null, null);
    expect(explainCache(question({ rules, sources: [leader] })).reason).toBe(reason);
  });
});

it('knows no minimum for a name that no guide has', () => {
  expect(['', 'llama-4', 'claude-opus-5-5', 'gemini-4-neon'].map(minimumTokensOf)).toEqual([null, null, null, null]);
});
