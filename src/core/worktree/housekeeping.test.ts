import { expect, it } from 'vitest';
import { type HousekeepingFacts, safeAction, worktreeCondition } from './housekeeping.ts';

const fork: HousekeepingFacts = { kind: 'fork', isRegistered: true, isFolderThere: true, lock: 'free' };

it.each<[Partial<HousekeepingFacts>, string, string]>([
  [{}, 'idle', 'discard'],
  [{ lock: 'held' }, 'in-use', 'none'],
  [{ lock: 'stale' }, 'idle', 'discard'],
  [{ isFolderThere: false }, 'folder-missing', 'forget'],
  [{ isFolderThere: false, lock: 'held' }, 'folder-missing', 'forget'],
  [{ isRegistered: false }, 'unregistered', 'look'],
  [{ isRegistered: false, isFolderThere: false }, 'record-only', 'forget'],
  [{ kind: 'other' }, 'foreign', 'none'],
  [{ kind: 'main' }, 'main', 'none'],
])('%o is %s, and the safe action is %s', (change, condition, action) => {
  const found = worktreeCondition({ ...fork, ...change });
  expect(found).toBe(condition);
  expect(safeAction(found).action).toBe(action);
});
