import { expect, it } from 'vitest';
import { describeGaps } from './creation-notices.ts';

const none = { skipped: [], leftIgnored: [], failedCopies: [], submodules: [] };

it('has nothing to say about a complete worktree', () => {
  expect(describeGaps(none)).toEqual([]);
});

it('says one sentence per gap and counts long lists', () => {
  const notices = describeGaps({
    skipped: [
      { path: 'inner', reason: 'embedded-repository' },
      { path: 'locked', reason: 'not-readable' },
    ],
    leftIgnored: ['1/', '2/', '3/', '4/', '5/', '6/', '7/'],
    failedCopies: ['.env (EACCES)'],
    submodules: ['lib'],
  });
  expect(notices).toHaveLength(5);
  expect(notices[0]).toContain('inner');
  expect(notices[1]).toContain('locked');
  expect(notices[2]).toContain('lib');
  expect(notices[3]).toContain('.env (EACCES)');
  expect(notices[4]).toContain('1/, 2/, 3/, 4/, 5/ and 2 more');
});
