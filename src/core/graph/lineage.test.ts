import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { lineageOf, neighbourOf, type Step } from './lineage.ts';

const fork = (id: string, parent: string) => branchCreated(id, { parent, kind: 'fork' });
const state = fold(
  EMPTY_SESSION,
  stored([
    SESSION_CREATED,
    branchCreated('root'),
    fork('a', 'root'),
    fork('b', 'root'),
    fork('a1', 'a'),
    fork('b1', 'b'),
  ]),
);
const none = new Set<string>();
const from = (id: string, step: Step, collapsed: ReadonlySet<string> = none) => neighbourOf(state, id, step, collapsed);

describe('lineageOf', () => {
  it('leads from the root down to the branch', () => {
    expect(lineageOf(state, 'a1').map(({ id }) => id)).toEqual(['root', 'a', 'a1']);
    expect(lineageOf(state, 'nobody')).toEqual([]);
  });
});

describe('neighbourOf', () => {
  it.each<[string, Step, string | null]>([
    ['root', 'parent', null],
    ['a1', 'parent', 'a'],
    ['root', 'child', 'a'],
    ['a1', 'child', null],
    ['a', 'next', 'b'],
    ['b', 'next', null],
    ['b', 'previous', 'a'],
    ['a1', 'next', 'b1'],
    ['a', 'below', 'a1'],
    ['b', 'above', 'a1'],
    ['root', 'above', null],
  ])('from %s, %s leads to %s', (id, step, expected) => {
    expect(from(id, step)).toBe(expected);
  });

  it('does not walk into what is collapsed', () => {
    const collapsed = new Set(['a']);
    expect(from('a', 'child', collapsed)).toBeNull();
    expect(from('b1', 'previous', collapsed)).toBeNull();
    expect(from('a', 'below', collapsed)).toBe('b');
  });
});
