import { expect, it } from 'vitest';
import { formatLockReason, parseLockReason } from './lock-owner.ts';

it('writes a reason that a person understands, and reads it back', () => {
  const owner = { pid: 4711, host: 'box', since: Date.UTC(2026, 0, 2, 3, 4, 5) };
  expect(formatLockReason(owner)).toBe('Forkscope process 4711 on box since 2026-01-02T03:04:05.000Z');
  expect(parseLockReason('Forkscope process 4711 on box since 2026-01-02T03:04:05.000Z')).toEqual(owner);
});

it('claims no lock that someone else set', () => {
  expect(parseLockReason('on a USB stick')).toBeNull();
  expect(parseLockReason('Forkscope process 1 on box since yesterday')).toBeNull();
});
