import { describe, expect, it } from 'vitest';
import { followChoice, knownHunks } from './follow-choice.ts';

const file = (...hunks: string[]) => ({ path: 'a.txt', hunks });

describe('a choice of hunks', () => {
  it('stays the same object while the hunks are the same', () => {
    const leftOut = { 'a.txt': [1], 'b.txt': 'whole' as const };
    const known = knownHunks([file('one', 'two')], leftOut);
    expect(known).toEqual({ 'a.txt': ['one', 'two'] });
    expect(followChoice([file('one', 'two')], leftOut, known)).toEqual({ leftOut, known, gone: [] });
    expect(followChoice([file('one', 'two')], leftOut, known).leftOut).toBe(leftOut);
  });

  it('follows a hunk that another one was put before', () => {
    const followed = followChoice([file('new', 'one', 'two')], { 'a.txt': [1] }, { 'a.txt': ['one', 'two'] });
    expect(followed).toEqual({ leftOut: { 'a.txt': [2] }, known: { 'a.txt': ['new', 'one', 'two'] }, gone: [] });
  });

  it('says when a hunk that is taken is gone, and takes what came instead', () => {
    const followed = followChoice([file('other', 'two')], { 'a.txt': [1] }, { 'a.txt': ['one', 'two'] });
    expect(followed.leftOut).toEqual({ 'a.txt': [1] });
    expect(followed.gone).toEqual([{ path: 'a.txt', hunks: 1 }]);
  });

  it('keeps out what came instead of a hunk that was left out', () => {
    const followed = followChoice([file('one', 'TWO')], { 'a.txt': [1] }, { 'a.txt': ['one', 'two'] });
    expect(followed.leftOut).toEqual({ 'a.txt': [1] });
    expect(followed.gone).toEqual([{ path: 'a.txt', hunks: 1 }]);
  });

  it('tells hunks of the same text apart by their order, and drops a file that is gone', () => {
    const same = followChoice([file('x', 'y', 'x')], { 'a.txt': [1] }, { 'a.txt': ['x', 'x'] });
    expect(same.leftOut).toEqual({ 'a.txt': [2] });
    const none = followChoice([], { 'a.txt': [0] }, { 'a.txt': ['one', 'two'] });
    expect(none).toEqual({ leftOut: {}, known: {}, gone: [{ path: 'a.txt', hunks: 2 }] });
  });
});
