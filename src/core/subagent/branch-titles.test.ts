import { expect, it } from 'vitest';
import { branchTitles } from './branch-titles.ts';

it('one is called as the call describes it, several by what each is asked', () => {
  expect(branchTitles('Look around', ['list bin'])).toEqual(['Look around']);
  expect(branchTitles('Look around', ['list bin', '  read\tpackage.json\nand say more'])).toEqual([
    'List bin',
    'Read package.json',
  ]);
});

it('those that are asked alike, or nothing, are told apart by their number', () => {
  expect(branchTitles('Vote', ['same', 'same', ' '])).toEqual(['Same (1 of 3)', 'Same (2 of 3)', 'Vote (3 of 3)']);
});

it('a long prompt is cut', () => {
  const [title = ''] = branchTitles('d', ['x'.repeat(200), 'y']);
  expect(title).toBe(`X${'x'.repeat(58)}…`);
});
