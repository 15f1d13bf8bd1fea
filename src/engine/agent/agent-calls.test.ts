import { expect, it } from 'vitest';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../../core/session/testing/event-maker.ts';
import { depthOf, MAX_DEPTH } from './agent-calls.ts';

it('counts how many branches stand above one, for the limit of three', () => {
  const chain = ['root', 'a', 'b', 'c'].map((id, index, all) => branchCreated(id, { parent: all[index - 1] ?? null }));
  const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, ...chain]));
  expect(['root', 'a', 'b', 'c'].map((id) => depthOf(state, id))).toEqual([0, 1, 2, 3]);
  // A branch at depth 3 starts nothing more.
  expect(MAX_DEPTH).toBe(3);
});
