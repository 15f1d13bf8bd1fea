import { describe, expect, it } from 'vitest';
import type { HoldPlan } from '../fork/hold.ts';
import { estimateLaunch, type LaunchQuestion } from './launch-estimate.ts';

const HOLD: HoldPlan = { hold: true, until: 'first-byte', atMostMs: 5_000, reason: 'held' };
const GO: HoldPlan = { hold: false, reason: 'all go' };

/** 4 bytes a token; 120,000 tokens shared, 1,000 new ones each; 1 USD in, 0.1 read, per million tokens. */
function question(change: Partial<LaunchQuestion> = {}): LaunchQuestion {
  return {
    count: 4,
    promisedBytes: 480_000,
    sharedBytes: 480_000,
    divergence: null,
    tailBytes: 4_000,
    tokensPerByte: 0.25,
    rules: { ttlMs: 300_000, readableAfter: 'first-byte', minimumTokens: 1_024 },
    idleMs: 60_000,
    hold: GO,
    price: { model: 'm', source: 'made up', tiers: [{ input: 1, cacheRead: 0.1, output: 9 }] },
    ...change,
  };
}

describe('estimate before a launch', () => {
  it('counts what is shared, what is new, and both prices', () => {
    const estimate = estimateLaunch(question());
    expect(estimate).toMatchObject({ tokensShared: 120_000, tokensNew: 1_000, isWarm: true, coldInMs: 240_000 });
    // Warm: 4 x (0.12 x 0.1 + 0.001 x 1). Cold, all at once: 4 x 0.121 x 1.
    expect(estimate.costWarm).toBeCloseTo(0.052, 9);
    expect(estimate.costCold).toBeCloseTo(0.484, 9);
    expect(estimate.warning).toBeNull();
  });

  it('with a hold only the first fork pays for what nobody has cached yet', () => {
    const { costWarm, costCold } = estimateLaunch(question({ hold: HOLD }));
    // The others read 121,000 tokens at 0.1.
    expect(costCold).toBeCloseTo(0.121 + 3 * 0.0121, 9);
    expect(costWarm).toBeCloseTo(0.012 + 0.001 + 3 * 0.0121, 9);
  });

  it('counts writes where they are charged, and takes the tier of the whole prompt', () => {
    const tiers = [
      { upToInput: 100_000, input: 100, cacheRead: 100, output: 1 },
      { input: 4, cacheRead: 0.4, output: 1, cacheWrite: 5 },
    ];
    const { costCold } = estimateLaunch(question({ count: 1, price: { model: 'm', source: '', tiers } }));
    expect(costCold).toBeCloseTo(0.121 * 5, 9);
  });

  it('reads nothing below the minimum', () => {
    const { costWarm, costCold, warning, note } = estimateLaunch(
      question({ sharedBytes: 4_000, promisedBytes: 4_000 }),
    );
    expect(costWarm).toBe(costCold);
    // No fault of the launch, so no warning; but worth a word before it.
    expect(warning).toBeNull();
    expect(note).toBe('This model caches nothing below 1,024 tokens, so what is shared is paid at full price.');
    expect(estimateLaunch(question()).note).toBeNull();
  });

  it('an unknown price is unknown', () => {
    const estimate = estimateLaunch(question({ price: null, idleMs: 400_000 }));
    expect([estimate.costWarm, estimate.costCold]).toEqual([null, null]);
    expect(estimate.warning).toContain('price unknown');
  });
});

describe('a launch that would cost more than it should warns first', () => {
  it('when it is cold', () => {
    const { isWarm, coldInMs, warning } = estimateLaunch(question({ idleMs: 432_000 }));
    expect({ isWarm, coldInMs }).toEqual({ isWarm: false, coldInMs: 0 });
    expect(warning).toBe(
      'These 4 forks would start cold: nothing has used the prefix for 7:12, and the cache keeps it for 5:00. About 120,000 tokens would be paid at full price, about $0.4840 instead of $0.0520.',
    );
  });

  it('when it would break its prefix', () => {
    const divergence = {
      segment: 0,
      kind: 'tools',
      byte: 40,
      path: 'tools[0].name',
      cause: 'the tool `agent` is missing',
      before: '',
      after: '',
    } as const;
    const { warning } = estimateLaunch(question({ count: 1, sharedBytes: 40, tailBytes: 483_960, divergence }));
    expect(warning).toContain(
      'This fork would break the prefix at tools[0].name, byte 40: the tool `agent` is missing.',
    );
    // 479,960 bytes at 4 a token.
    expect(warning).toContain('About 119,990 tokens would be paid again, about $0.1210 instead of $0.0130.');
  });

  it('when there is nothing to share', () => {
    const nothing = estimateLaunch(question({ promisedBytes: 0, sharedBytes: 0, idleMs: null }));
    expect(nothing.warning).toBe('These 4 forks share nothing with the parent: it has not sent a request yet.');
    expect(nothing.coldInMs).toBeNull();
  });
});
