import { describe, expect, it } from 'vitest';
import type { EventBody } from '../session/events.ts';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { hiddenBranches, isFiltering, NO_FILTER, passingBranches, type TreeFilter } from './tree-filter.ts';

const fork = (id: string, parent: string, title: string) => branchCreated(id, { parent, kind: 'fork', title });
const ended = (branch: string): EventBody => ({
  type: 'branch-ended',
  branch,
  status: 'completed',
  reason: null,
  report: 'done',
});
const state = fold(
  EMPTY_SESSION,
  stored([
    SESSION_CREATED,
    branchCreated('root'),
    fork('a', 'root', 'Clock in summer'),
    fork('b', 'root', 'Chart'),
    fork('a1', 'a', 'Clock tests'),
    branchCreated('s', { parent: 'b', kind: 'subagent', title: 'Reviewer' }),
    { type: 'branch-status', branch: 'a1', status: 'running' },
    { type: 'worktree-created', branch: 'b', path: '/w/b', baseCommit: 'c', gitBranch: null, notices: [] },
    { type: 'worktree-changed', branch: 'b', files: 1, added: 1, removed: 0, paths: ['src/chart.js'] },
    ended('a'),
    ended('b'),
    ended('s'),
  ]),
);
const filter = (change: Partial<TreeFilter>): TreeFilter => ({ ...NO_FILTER, ...change });
const none = new Set<string>();

describe('passingBranches', () => {
  it.each([
    ['all without a filter', {}, ['root', 'a', 'b', 'a1', 's']],
    ['by state', { conditions: new Set(['running'] as const) }, ['a1']],
    ['by several states', { conditions: new Set(['running', 'completed'] as const) }, ['a', 'b', 'a1', 's']],
    ['by kind', { kinds: new Set(['subagent'] as const) }, ['s']],
    ['by a word of the title, in any case', { text: 'CLOCK' }, ['a', 'a1']],
    ['by all words, in any order', { text: 'tests clock' }, ['a1']],
    ['by a changed file', { text: 'chart.js' }, ['b']],
    ['by state and word', { conditions: new Set(['completed'] as const), text: 'clock' }, ['a']],
  ])('%s', (_, change, expected) => {
    expect(passingBranches(state, filter(change))).toEqual(expected);
  });
});

describe('hiddenBranches', () => {
  it('hides the finished, but not the way to one that still runs', () => {
    expect([...hiddenBranches(state, { finished: true, others: null, pinned: none })].sort()).toEqual(['b', 's']);
  });

  it('hides what does not pass, but not the way to one that does', () => {
    const others = filter({ text: 'reviewer' });
    expect([...hiddenBranches(state, { finished: false, others, pinned: none })].sort()).toEqual(['a', 'a1']);
  });

  it('keeps what is pinned, with the way to it', () => {
    expect([...hiddenBranches(state, { finished: true, others: null, pinned: new Set(['s']) })]).toEqual([]);
  });

  it('never hides the root, and hides nothing without a choice', () => {
    const others = filter({ text: 'no such word' });
    expect(hiddenBranches(state, { finished: true, others, pinned: none }).has('root')).toBe(false);
    expect(hiddenBranches(state, { finished: false, others: null, pinned: none }).size).toBe(0);
  });
});

it('a filter of blanks is none', () => {
  expect(isFiltering(filter({ text: '  ' }))).toBe(false);
  expect(isFiltering(filter({ kinds: new Set(['fork'] as const) }))).toBe(true);
});
