import { describe, expect, test } from 'vitest';
import { formatBytes, formatCost, formatCount, formatDuration, formatPlural, formatShare } from './format.ts';

describe('numbers for people', () => {
  test('bytes step at 1024', () => {
    expect([0, 1_023, 1_024, 4_198, 1_048_576].map(formatBytes)).toEqual([
      '0 B',
      '1023 B',
      '1.0 kB',
      '4.1 kB',
      '1.0 MB',
    ]);
  });
  test('counts are grouped by three', () => {
    expect([7, 999, 1_000, 1_234_567].map(formatCount)).toEqual(['7', '999', '1,000', '1,234,567']);
    expect([formatPlural(1, 'file'), formatPlural(0, 'file'), formatPlural(2, 'reply', 'replies')]).toEqual([
      '1 file',
      '0 files',
      '2 replies',
    ]);
  });
  test('durations never show 60 seconds or 60 minutes', () => {
    expect([84, 2_400, 59_960, 65_000, 3_599_400, 3_600_000, 3_720_000].map(formatDuration)).toEqual([
      '84 ms',
      '2.4 s',
      '1:00 min',
      '1:05 min',
      '59:59 min',
      '1:00 h',
      '1:02 h',
    ]);
  });
  test('an unknown price is not zero', () => {
    expect([null, 0, 0.00001, 0.01234, 2.5].map(formatCost)).toEqual([
      'price unknown',
      '$0',
      '<$0.0001',
      '$0.0123',
      '$2.50',
    ]);
  });
  test('a share is whole only when it is whole', () => {
    expect([0, 0.001, 0.5, 0.999, 1].map(formatShare)).toEqual(['0 %', '<1 %', '50 %', '99 %', '100 %']);
  });
});
