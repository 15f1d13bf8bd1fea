import { expect, it } from 'vitest';
import { sessionsNamed } from './tenants.ts';

it('reads only the logs of sessions whose worktrees are there', () => {
  const ids = ['2026-01-01-00aa1b2c', '2026-01-02-11bb2c3d', '2026-01-03-22cc3d4e'];
  expect(sessionsNamed(['aa1b2c-fork-1', 'cc3d4e-fork-2', 'cc3d4e-fork-3', 'hand-made'], ids)).toEqual([
    ids[0],
    ids[2],
  ]);
});
