import { describe, expect, it } from 'vitest';
import { fold } from '../session/reduce.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { branchCreated, SESSION_CREATED, stored } from '../session/testing/event-maker.ts';
import { descendantsOf, structureKey, structureOf } from './tree-structure.ts';

const fork = (id: string, parent: string) => branchCreated(id, { parent, kind: 'fork' });
const state = fold(
  EMPTY_SESSION,
  stored([
    SESSION_CREATED,
    branchCreated('root'),
    fork('a', 'root'),
    fork('b', 'root'),
    fork('a1', 'a'),
    fork('a2', 'a'),
  ]),
);
const none = new Set<string>();

describe('structureOf', () => {
  it('puts parents before children and keeps the order of birth among siblings', () => {
    expect(structureOf(state, none).branches.map(({ id }) => id)).toEqual(['root', 'a', 'a1', 'a2', 'b']);
  });

  it('draws one edge for every branch but the root', () => {
    expect(structureOf(state, none).edges.map(({ parent, child }) => `${parent}>${child}`)).toEqual([
      'root>a',
      'a>a1',
      'a>a2',
      'root>b',
    ]);
  });

  it('hides everything below a collapsed branch and says how much', () => {
    const { branches, edges } = structureOf(state, new Set(['a']));
    expect(branches.map(({ id, hidden }) => [id, hidden])).toEqual([
      ['root', 0],
      ['a', 2],
      ['b', 0],
    ]);
    expect(edges.map(({ child }) => child)).toEqual(['a', 'b']);
  });

  it('counts grandchildren as hidden too', () => {
    expect(structureOf(state, new Set(['root'])).branches).toMatchObject([{ id: 'root', hidden: 4 }]);
  });
});

describe('structureOf with branches left out', () => {
  it('leaves them out with what is below, and counts them on their parent', () => {
    const { branches, edges } = structureOf(state, none, new Set(['a', 'a1', 'a2']));
    expect(branches.map(({ id, hidden }) => [id, hidden])).toEqual([
      ['root', 3],
      ['b', 0],
    ]);
    expect(edges.map(({ child }) => child)).toEqual(['b']);
  });

  it('counts one that is left out beside one that is shown', () => {
    expect(structureOf(state, none, new Set(['a2'])).branches.find(({ id }) => id === 'a')).toMatchObject({
      hidden: 1,
    });
  });
});

describe('structureKey', () => {
  it('stays the same when only data changes, and changes with a birth or a collapse', () => {
    const running = fold(state, [{ type: 'branch-status', branch: 'a', status: 'running', seq: 7, at: 7000 }]);
    const born = fold(state, [{ ...fork('c', 'root'), seq: 7, at: 7000 }]);
    expect(structureKey(running, none)).toBe(structureKey(state, none));
    expect(structureKey(born, none)).not.toBe(structureKey(state, none));
    expect(structureKey(state, new Set(['a']))).not.toBe(structureKey(state, none));
    expect(structureKey(state, none, new Set(['a']))).not.toBe(structureKey(state, new Set(['a'])));
  });
});

describe('descendantsOf', () => {
  it('finds all branches below, not the branch itself', () => {
    expect(descendantsOf(state, 'root')).toEqual(['a', 'a1', 'a2', 'b']);
    expect(descendantsOf(state, 'b')).toEqual([]);
  });
});
