import { expect, it } from 'vitest';
import { fold } from '../../core/session/reduce.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../../core/session/testing/event-maker.ts';
import { settingsSchema } from '../../shared/settings.ts';
import { depthOf, MAX_BRANCHES, MAX_DEPTH, refusalFor } from './agent-calls.ts';

const chain = ['root', 'a', 'b', 'c'].map((id, index, all) => branchCreated(id, { parent: all[index - 1] ?? null }));
const ONE = { started: 0, wanted: 1 };
const stateOf = (...bodies: Parameters<typeof stored>[0]): SessionState =>
  fold(EMPTY_SESSION, stored([SESSION_CREATED, ...bodies]));

it('counts how many branches stand above one, for the limit of three', () => {
  const state = stateOf(...chain);
  expect(['root', 'a', 'b', 'c'].map((id) => depthOf(state, id))).toEqual([0, 1, 2, 3]);
  expect(MAX_DEPTH).toBe(3);
  expect(['root', 'a', 'b'].map((id) => refusalFor(state, id, ONE, false))).toEqual([null, null, null]);
  // A branch at depth 3 starts nothing more.
  expect(refusalFor(state, 'c', ONE, false)).toContain('only 3 levels deep');
});

it('a fork starts nothing, at any depth', () => {
  expect(refusalFor(stateOf(...chain), 'root', ONE, true)).toContain('A fork cannot start branches');
});

it('the caps: 8 run at once unless a person sets another number, and 200 in all', () => {
  expect(settingsSchema.parse({}).maxForks).toBe(8);
  const many = Array.from({ length: MAX_BRANCHES - 3 }, (_, n) => branchCreated(`f${n}`, { parent: 'root' }));
  const state = stateOf(branchCreated('root'), ...many);
  expect(state.order).toHaveLength(198);
  // Those that the same message has started already count.
  expect([0, 1].map((started) => refusalFor(state, 'root', { started, wanted: 1 }, false))).toEqual([null, null]);
  expect(refusalFor(state, 'root', { started: 2, wanted: 1 }, false)).toContain('limit of 200 branches');
  // A call counts as many as it has prompts: not one may go over.
  expect(refusalFor(state, 'root', { started: 0, wanted: 2 }, false)).toBeNull();
  expect(refusalFor(state, 'root', { started: 0, wanted: 9 }, false)).toContain('room for 2 more');
  expect(refusalFor(state, 'root', { started: 1, wanted: 2 }, false)).toContain('Ask for 1 at most');
});
