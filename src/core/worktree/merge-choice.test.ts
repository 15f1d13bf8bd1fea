import { describe, expect, it } from 'vitest';
import { type ChoosableFile, type LeftOut, selectionOf, shareOf, toggleFile, toggleHunk } from './merge-choice.ts';

const a: ChoosableFile = { path: 'a.js', from: null, hunks: 3 };
const moved: ChoosableFile = { path: 'new.js', from: 'old.js', hunks: 0 };
const logo: ChoosableFile = { path: 'logo.png', from: null, hunks: 0 };
const files = [a, moved, logo];

describe('selectionOf', () => {
  it('takes everything as a whole, and some files as files, a rename with both of its names', () => {
    expect(selectionOf(files, {})).toEqual({ kind: 'all' });
    expect(selectionOf(files, { 'a.js': 'whole' })).toEqual({ kind: 'files', paths: ['new.js', 'old.js', 'logo.png'] });
  });

  it('takes hunks of one file and the others whole', () => {
    expect(selectionOf(files, { 'a.js': [1], 'logo.png': 'whole' })).toEqual({
      kind: 'hunks',
      files: [
        { path: 'a.js', hunks: [0, 2] },
        { path: 'new.js', hunks: null },
        { path: 'old.js', hunks: null },
      ],
    });
  });

  it('is null when nothing is left', () => {
    expect(selectionOf([a], { 'a.js': [0, 1, 2] })).toBeNull();
  });
});

describe('choosing', () => {
  it('walks between whole, part and nothing', () => {
    let out: LeftOut = {};
    out = toggleHunk(a, 0, out);
    expect(shareOf(a, out)).toBe('some');
    out = toggleFile(a, out);
    expect(shareOf(a, out)).toBe('all');
    out = toggleFile(a, out);
    expect(shareOf(a, out)).toBe('none');
    out = toggleHunk(a, 1, out);
    expect(out).toEqual({ 'a.js': [0, 2] });
    out = toggleHunk(a, 0, toggleHunk(a, 2, out));
    expect(out).toEqual({});
  });
});
