import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseForkName, gitBranchPrefix, namesAfterPrefix, namesClash, slugName } from './fork-name.ts';

describe('slugName', () => {
  it.each([
    ['Fix the Parser!', 'fix-the-parser'],
    ['crème brûlée', 'creme-brulee'],
    ['-rf /', 'rf'],
    ['日本語', 'fork'],
    ['', 'fork'],
    ['CON', 'con-fork'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a.lock', 'a-lock'],
  ])('%j becomes %s', (text, name) => {
    expect(slugName(text)).toBe(name);
  });

  it('is a short lower-case word for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(slugName(text)).toMatch(/^[a-z0-9]([a-z0-9-]{0,43}[a-z0-9])?$/);
      }),
    );
  });
});

describe('chooseForkName', () => {
  it('takes the wanted name when it is free', () => {
    expect(chooseForkName('a', ['b', 'a-2'])).toBe('a');
  });
  it('counts on, whatever the case of the holders', () => {
    expect(chooseForkName('a', ['A', 'a-2'])).toBe('a-3');
  });
  it('sees a folder where a file should go', () => {
    expect(chooseForkName('a', ['a/b'])).toBe('a-2');
  });
});

it('knows that git keeps one name as a file and the other as a folder', () => {
  expect(namesClash('a', 'a/b')).toBe(true);
  expect(namesClash('a/b', 'A')).toBe(true);
  expect(namesClash('a', 'ab')).toBe(false);
});

it('stands beside a git branch that takes the namespace', () => {
  expect(gitBranchPrefix(['main', 'forkscope/a'])).toBe('forkscope/');
  expect(gitBranchPrefix(['main', 'ForkScope'])).toBe('forkscope-');
});

it('finds the names in use below a prefix, whatever their case', () => {
  expect(namesAfterPrefix('forkscope/', ['main', 'forkscope/a', 'Forkscope/B', 'forkscope'])).toEqual(['a', 'B']);
});
