import { describe, expect, it } from 'vitest';
import { formatAgo, formatCost, formatElapsed, formatShare, formatTokens, plural } from './format.ts';

describe('formatTokens', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1.0k'],
    [9_960, '10.0k'],
    [48_213, '48k'],
    [999_499, '999k'],
    [1_000_000, '1.00M'],
    [12_340_000, '12.3M'],
  ])('%i is %s', (count, text) => expect(formatTokens(count)).toBe(text));
});

describe('formatCost', () => {
  it('never shows an unknown price as a number', () => expect(formatCost(null)).toBe('price unknown'));
  it.each([
    [0, '$0'],
    [0.00001, '<$0.0001'],
    [0.0123, '$0.0123'],
    [12.345, '$12.35'],
  ])('%f is %s', (cost, text) => expect(formatCost(cost)).toBe(text));
});

describe('formatShare', () => {
  it('calls only a whole share 100 %, and no share that exists 0 %', () => {
    expect([null, 0, 0.004, 0.5, 0.998, 1].map(formatShare)).toEqual(['–', '0 %', '<1 %', '50 %', '99 %', '100 %']);
  });
});

it('formats times', () => {
  expect([0, 61_000, 3_723_000].map(formatElapsed)).toEqual(['0:00', '1:01', '1:02:03']);
  expect([30_000, 300_000, 7_300_000, 200_000_000].map((ms) => formatAgo(0, ms))).toEqual(['now', '5m', '2h', '2d']);
});

it('counts things', () => {
  expect([plural(1, 'branch', 'branches'), plural(2, 'branch', 'branches'), plural(0, 'fork')]).toEqual([
    '1 branch',
    '2 branches',
    '0 forks',
  ]);
});
