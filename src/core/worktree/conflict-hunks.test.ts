import { expect, it } from 'vitest';
import { readConflictHunks, relabelMarkers } from './conflict-hunks.ts';

const labels = { ours: 'a'.repeat(40), theirs: 'b'.repeat(40) };
const marked = [
  'one',
  `<<<<<<< ${labels.ours}:x.txt`,
  'two, ours',
  '||||||| 1234567',
  'two',
  '=======',
  `>>>>>>> ${labels.theirs}:x.txt`,
  '<<<<<<< not a marker of this merge',
  '=======',
  `<<<<<<<<<<< ${labels.ours}`,
  '|||||||||||',
  '===========',
  'new, theirs',
  `>>>>>>>>>>> ${labels.theirs}`,
  'end',
].join('\n');

it('finds the places in conflict with their lines in each side, and nothing that only looks like one', () => {
  expect(readConflictHunks(marked, labels)).toEqual([
    { line: 2, oursLine: 2, theirsLine: 2, ours: ['two, ours'], base: ['two'], theirs: [] },
    { line: 10, oursLine: 5, theirsLine: 4, ours: [], base: [], theirs: ['new, theirs'] },
  ]);
});

it('gives the markers names for people, and leaves every other line alone', () => {
  const named = relabelMarkers(marked, labels, { ours: 'parent', theirs: 'apple' }).split('\n');
  expect(named[1]).toBe('<<<<<<< parent');
  expect(named[6]).toBe('>>>>>>> apple');
  expect(named[7]).toBe('<<<<<<< not a marker of this merge');
  expect(named.length).toBe(marked.split('\n').length);
});
