import { expect, it } from 'vitest';
import { changedPathOf } from './file-link.ts';

const CHANGED = ['src/clock.ts', 'README.md'];

it('knows a changed file in the forms that models write', () => {
  const forms = ['src/clock.ts', './src/clock.ts', 'src/clock.ts:12', 'src/clock.ts:12-20', '/w/fork-1/src/clock.ts'];
  expect(forms.map((word) => changedPathOf(word, CHANGED))).toEqual(forms.map(() => 'src/clock.ts'));
});

it('links nothing that is no changed file', () => {
  for (const word of ['clock.ts', 'src/other.ts', 'npm test', 'xsrc/clock.ts', '']) {
    expect(changedPathOf(word, CHANGED)).toBeNull();
  }
});
