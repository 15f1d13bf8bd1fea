import { expect, it } from 'vitest';
import { cloneFit } from './clone-fit.ts';

const FACTS = { baseCommit: 'b'.repeat(40), anchorCommit: 'a'.repeat(40), hasBase: false, hasAnchor: false };

it.each([
  [{ hasBase: true, hasAnchor: true, known: 2, of: 2 }, 'base', /has bbbbbbbb, the commit/],
  [{ hasAnchor: true, known: 1, of: 2 }, 'below', /has aaaaaaaa\..*uncommitted edits/],
  [{ known: 1, of: 2 }, 'files', /aaaaaaaa is not in this clone; 1 of the 2.*onto your HEAD\. Fetch/],
  [{ known: 0, of: 0 }, 'files', /changed no file that was there before/],
  [{ known: 0, of: 2 }, 'stranger', /may be another project\. Choose another folder, fetch/],
] as const)('says of a clone with %j that it is %s', (facts, fit, words) => {
  const answer = cloneFit({ ...FACTS, ...facts });
  expect(answer.fit).toBe(fit);
  expect(answer.words).toMatch(words);
});
