import { expect, it } from 'vitest';
import { durationMs, serverWaitMs } from './server-wait.ts';

const NOW = Date.parse('2026-11-30T10:00:00Z');

it.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Mon, 30 Nov 2026 10:01:00 GMT' }, 60_000],
  [{ 'retry-after': 'Mon, 30 Nov 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  [{ 'x-ratelimit-reset-requests': '20ms' }, 20],
  [{ 'x-ratelimit-reset-tokens': '6m0s', 'x-ratelimit-reset-requests': '1s' }, 360_000],
  [{ 'x-ratelimit-reset-tokens': '6m0s', 'x-ratelimit-remaining-tokens': '1' }, null],
  [{ 'x-ratelimit-reset': '30' }, 30_000],
  [{ 'x-ratelimit-reset': String(NOW / 1000 + 45) }, 45_000],
  [{ 'x-ratelimit-reset': String(NOW + 1_234) }, 1_234],
  [
    { 'anthropic-ratelimit-requests-reset': '2026-11-30T10:00:09Z', 'anthropic-ratelimit-requests-remaining': '0' },
    9_000,
  ],
  [{ 'anthropic-ratelimit-requests-reset': '2026-11-30T10:00:09Z', 'retry-after': '3' }, 3_000],
])('reads %j as %s ms', (headers, expected) => {
  expect(serverWaitMs(new Headers(headers), NOW)).toBe(expected);
});

it.each([
  ['1h2m3.5s', 3_723_500],
  ['1d', 86_400_000],
  ['12', null],
  ['', null],
])('reads the duration %j', (text, expected) => {
  expect(durationMs(text)).toBe(expected);
});
