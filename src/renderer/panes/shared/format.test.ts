import { expect, test } from 'vitest';
import { formatCount, formatDuration } from './format.ts';

test('counts are grouped by three', () => {
  expect([7, 999, 1_000, 1_234_567].map(formatCount)).toEqual(['7', '999', '1,000', '1,234,567']);
});

test('durations never show 60 seconds or 60 minutes', () => {
  const durations = [84, 2_400, 59_960, 65_000, 3_599_400, 3_600_000, 3_720_000];
  expect(durations.map(formatDuration)).toEqual([
    '84 ms',
    '2.4 s',
    '1:00 min',
    '1:05 min',
    '59:59 min',
    '1:00 h',
    '1:02 h',
  ]);
});
