import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { conditionOf, countConditions, worstOf } from './branch-condition.ts';

describe('conditionOf', () => {
  it('tells a wait for a person from a wait for forks or a retry', () => {
    expect(conditionOf({ status: 'waiting', waitingFor: 'permission' }, false)).toBe('asks');
    expect(conditionOf({ status: 'waiting', waitingFor: 'children' }, false)).toBe('waiting');
    expect(conditionOf({ status: 'waiting', waitingFor: 'retry' }, false)).toBe('waiting');
  });

  it('believes an open prompt more than a status that lags behind', () => {
    expect(conditionOf({ status: 'running', waitingFor: null }, true)).toBe('asks');
  });
});

describe('worstOf', () => {
  it.each([
    [['completed', 'running', 'failed'], 'failed'],
    [['failed', 'asks'], 'asks'],
    [['running', 'completed'], 'running'],
    [['held', 'paused'], 'paused'],
    [[], null],
  ] as const)('%j is %s', (conditions, worst) => {
    expect(worstOf(conditions)).toBe(worst);
  });
});

describe('countConditions', () => {
  it('counts what is there, the most urgent first', () => {
    const fork = (id: string) => branchCreated(id, { parent: 'root', kind: 'fork' });
    const state = fold(
      EMPTY_SESSION,
      stored([
        SESSION_CREATED,
        branchCreated('root'),
        fork('a'),
        fork('b'),
        { type: 'branch-status', branch: 'root', status: 'waiting', waitingFor: 'children' },
        { type: 'branch-status', branch: 'a', status: 'running' },
        { type: 'branch-status', branch: 'b', status: 'running' },
        { type: 'permission-asked', branch: 'b', promptId: 'p', callId: 'c', tool: 'bash', title: 't', detail: 'd' },
      ]),
    );
    expect([...countConditions(state)]).toEqual([
      ['asks', 1],
      ['waiting', 1],
      ['running', 1],
    ]);
  });
});
