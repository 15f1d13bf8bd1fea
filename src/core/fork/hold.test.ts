import { describe, expect, it } from 'vitest';
import { planHold } from './hold.ts';

describe('planHold', () => {
  it.each([
    ['one fork has nobody to wait for', 1, false, 90_000, 'first-byte', false],
    ['warm parent, small tail: all go', 3, true, 3_999, 'first-byte', false],
    ['warm parent, large tail: hold', 3, true, 4_000, 'first-byte', 'first-byte'],
    ['cold parent, small tail: hold', 3, false, 10, 'first-byte', 'first-byte'],
    ['cold parent of a provider that stores at the end', 3, false, 10, 'end', 'end'],
  ] as const)('%s', (_, siblings, parentIsWarm, tailBytes, readableAfter, until) => {
    const plan = planHold({ siblings, parentIsWarm, tailBytes, readableAfter });
    expect(plan.hold ? plan.until : false).toBe(until);
    if (plan.hold) expect(plan.atMostMs).toBe(5_000);
  });
});
