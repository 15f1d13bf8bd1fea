import { expect, it } from 'vitest';
import type { EventBody } from './events.ts';
import { fold } from './reduce.ts';
import { currentStepOf, waitsForWords } from './selectors.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, SESSION_CREATED, stored } from './testing/event-maker.ts';

const child = (id: string, kind: 'fork' | 'subagent') => branchCreated(id, { kind, parent: 'root' });
const ended = (branch: string): EventBody => ({
  type: 'branch-ended',
  branch,
  status: 'completed',
  reason: null,
  report: 'r',
});
const waits: EventBody = {
  type: 'branch-status',
  branch: 'root',
  status: 'waiting',
  waitingFor: 'children',
  reason: 'old words',
};

function told(...bodies: EventBody[]) {
  const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, branchCreated('root'), ...bodies]));
  const { root } = state.branches;
  if (!root) throw new Error('no root');
  return [waitsForWords(state, root), currentStepOf(state, root)];
}

it('a parent says for whom it waits, by kind, and counts down as they end', () => {
  const three = [child('a', 'subagent'), child('b', 'subagent'), child('c', 'subagent')];
  expect(told(...three, waits)).toEqual(Array(2).fill('waits for 3 subagents'));
  expect(told(...three, waits, ended('b'))).toEqual(Array(2).fill('waits for 2 subagents'));
  expect(told(child('f', 'fork'), waits)).toEqual(Array(2).fill('waits for one fork'));
  const both = [child('f', 'fork'), child('g', 'fork'), child('a', 'subagent')];
  expect(told(...both, waits)).toEqual(Array(2).fill('waits for one subagent and 2 forks'));
  expect(told(child('a', 'subagent'), waits, ended('a'))).toEqual([null, 'old words']);
});
