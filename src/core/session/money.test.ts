import { describe, expect, it } from 'vitest';
import { costOfRequest, freshCostOfRequest, type ModelPrice, uncachedCostOfRequest } from './cost.ts';
import type { EventBody } from './events.ts';
import { moneyOfBranch, moneyOfRequest, moneyOfSession } from './money.ts';
import { fold } from './reduce.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, SESSION_CREATED, stored } from './testing/event-maker.ts';

/** USD per million tokens. */
const PRICE: ModelPrice = { model: 'm', source: 'made up', tiers: [{ input: 2, cacheRead: 0.2, output: 10 }] };
const WITH_WRITES: ModelPrice = { ...PRICE, tiers: [{ input: 2, cacheRead: 0.2, output: 10, cacheWrite: 2.5 }] };
const usage = (input: number, cacheRead: number, cacheWrite = 0) => ({
  input,
  cacheRead,
  cacheWrite,
  output: 1_000,
  thoughts: 0,
});

describe('the two counterfactuals of a request', () => {
  it('the same context uncached', () => {
    expect(costOfRequest(usage(100_000, 90_000), PRICE)).toBeCloseTo(0.02 + 0.018 + 0.01, 9);
    expect(uncachedCostOfRequest(usage(100_000, 90_000), PRICE)).toBeCloseTo(0.2 + 0.01, 9);
  });

  it('a fresh agent with only a brief: nothing inherited, its first request cold', () => {
    const inherited = { tokens: 80_000, isFirst: true };
    expect(freshCostOfRequest(usage(100_000, 90_000), inherited, PRICE)).toBeCloseTo(0.04 + 0.01, 9);
    // Later it reads what it sent itself: 10,000 of its 20,000 tokens.
    const later = { tokens: 80_000, isFirst: false };
    expect(freshCostOfRequest(usage(100_000, 90_000), later, PRICE)).toBeCloseTo(0.02 + 0.002 + 0.01, 9);
    expect(freshCostOfRequest(usage(100_000, 90_000, 10_000), later, WITH_WRITES)).toBeCloseTo(0.025 + 0.002 + 0.01, 9);
  });

  it('an unknown price is unknown, in each of them', () => {
    expect([costOfRequest, uncachedCostOfRequest].map((cost) => cost(usage(1, 0), null))).toEqual([null, null]);
    expect(freshCostOfRequest(usage(1, 0), { tokens: 0, isFirst: true }, null)).toBeNull();
  });
});

describe('per request, branch and session', () => {
  const request = (branch: string, requestId: string): EventBody => ({
    type: 'request-started',
    branch,
    requestId,
    step: 1,
    attempt: 1,
    model: 'm',
    base: null,
    added: [],
    totalBytes: 1,
    chain: '',
    prefix: null,
  });
  const ended = (
    branch: string,
    requestId: string,
    cost: number | null,
    uncachedCost: number | null,
    freshCost?: number | null,
  ): EventBody => ({
    type: 'request-ended',
    branch,
    requestId,
    finishReason: 'stop',
    usage: usage(1, 0),
    cost,
    uncachedCost,
    ...(freshCost === undefined ? {} : { freshCost }),
  });
  const head: readonly EventBody[] = [
    SESSION_CREATED,
    branchCreated('root'),
    branchCreated('fork-1', { parent: 'root', kind: 'fork' }),
    request('root', 'r1'),
    ended('root', 'r1', 1, 1.5),
    request('fork-1', 'f1'),
    {
      type: 'request-failed',
      branch: 'fork-1',
      requestId: 'f1',
      kind: 'overloaded',
      message: '',
      usage: null,
      cost: 0.25,
      retryInMs: 1,
    },
    request('fork-1', 'f2'),
    ended('fork-1', 'f2', 2, 8, 3),
    request('fork-1', 'f3'),
  ];
  const stateOf = (...more: readonly EventBody[]) => fold(EMPTY_SESSION, stored([...head, ...more]));

  it('adds them up; a broken attempt is paid in any case, one under way is not known yet', () => {
    const state = stateOf();
    const [root, fork] = [state.branches.root, state.branches['fork-1']];
    if (!root || !fork) throw new Error('no branches');
    expect(moneyOfBranch(state, root)).toMatchObject({ cost: 1, uncached: 1.5, fresh: 1, savedAgainstFresh: 0 });
    expect(moneyOfBranch(state, fork)).toMatchObject({ cost: 2.25, uncached: 8.25, fresh: 3.25 });
    expect(moneyOfBranch(state, fork).cost).toBe(fork.cost);
    expect(moneyOfSession(state)).toEqual({
      cost: 3.25,
      uncached: 9.75,
      fresh: 4.25,
      savedAgainstUncached: 6.5,
      savedAgainstFresh: 1,
    });
    expect(state.requests.f3 && moneyOfRequest(state.requests.f3).cost).toBe(0);
  });

  it('says when a fresh agent would have been cheaper', () => {
    const state = stateOf(ended('fork-1', 'f3', 5, 6, 1));
    const fork = state.branches['fork-1'];
    expect(fork && moneyOfBranch(state, fork).savedAgainstFresh).toBe(-3);
  });

  it('one unknown price makes the sums unknown, never smaller', () => {
    expect(moneyOfSession(stateOf(ended('fork-1', 'f3', null, null, null)))).toEqual({
      cost: null,
      uncached: null,
      fresh: null,
      savedAgainstUncached: null,
      savedAgainstFresh: null,
    });
  });
});
