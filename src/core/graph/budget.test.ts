import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { budgetMeterOf, isStoppedByBudget } from './budget.ts';

const NO_TOKENS = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, thoughts: 0 };
function meter(budget: number | null, ...costs: readonly (number | null)[]) {
  const requests = costs.flatMap((cost, index) => [
    {
      type: 'request-started' as const,
      branch: 'root',
      requestId: `r${index}`,
      step: index,
      attempt: 1,
      model: 'm',
      base: null,
      added: [],
      totalBytes: 1,
      chain: '',
      prefix: null,
    },
    {
      type: 'request-ended' as const,
      branch: 'root',
      requestId: `r${index}`,
      finishReason: 'STOP',
      usage: NO_TOKENS,
      cost,
      uncachedCost: cost,
    },
  ]);
  return budgetMeterOf(
    fold(EMPTY_SESSION, stored([{ ...SESSION_CREATED, budget }, branchCreated('root'), ...requests])),
  );
}

describe('budgetMeterOf', () => {
  it.each([
    [1, [0.5], 0.5, 'fine'],
    [1, [0.5, 0.29], 0.79, 'fine'],
    [1, [0.5, 0.3], 0.8, 'near'],
    [2, [1.999], 0.9995, 'near'],
    [2, [1.5, 0.5], 1, 'over'],
    [1, [1.4], 1.4, 'over'],
  ] as const)('of $%d with costs %j is %d used: %s', (budget, costs, share, level) => {
    const found = meter(budget, ...costs);
    expect(found?.share).toBeCloseTo(share);
    expect(found?.level).toBe(level);
  });

  it('is null without a budget, and counts what is known when a price is not', () => {
    expect(meter(null, 5)).toBeNull();
    expect(meter(1, 0.2, null)).toEqual({ budget: 1, spent: 0.2, isPartial: true, share: 0.2, level: 'fine' });
    expect(meter(1, null, 1, 0.25)).toMatchObject({ spent: 1.25, isPartial: true, level: 'over' });
  });
});

describe('isStoppedByBudget', () => {
  it('knows the sentence with which the engine refuses a request', () => {
    const reason = "The session's budget of $1.00 is used up ($1.02 spent). Raise it to go on.";
    expect(isStoppedByBudget({ status: 'failed', reason })).toBe(true);
    expect(isStoppedByBudget({ status: 'failed', reason: 'The model refused the key (401).' })).toBe(false);
    expect(isStoppedByBudget({ status: 'completed', reason })).toBe(false);
  });
});
