import { expect, it } from 'vitest';
import { countUsage } from './estimate-usage.ts';

const sizes = { requestBytes: 3_001, answerBytes: 60 };
const reported = { input: 900, cacheRead: 400, cacheWrite: 0, output: 30, thoughts: 5 };

it('keeps what the server reported', () => {
  expect(countUsage(reported, sizes)).toEqual({ usage: reported, estimated: false });
});

it.each([[null], [{ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, thoughts: 0 }]])(
  'defect 10: a server without usage (%j) gets an estimate that is marked, so that totals do not stay 0',
  (usage) => {
    expect(countUsage(usage, sizes)).toEqual({
      usage: { input: 1_001, cacheRead: 0, cacheWrite: 0, output: 20, thoughts: 0 },
      estimated: true,
    });
  },
);
