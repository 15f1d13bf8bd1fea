import { expect, test } from 'vitest';
import type { ReviewChange, ReviewPlace } from '../review/entries.ts';
import { foldReview } from '../review/fold-review.ts';
import { EMPTY_REVIEW } from '../review/state.ts';
import { EMPTY_SESSION } from '../session/state.ts';
import { reviewText } from './review-text.ts';

const LINES: ReviewPlace = {
  ...{ kind: 'lines', branch: 'fork-1', path: 'a.ts', side: 'new', from: 4, to: 5 },
  excerpt: ' a\n+```\n',
};
const MESSAGE: ReviewPlace = { kind: 'message', branch: 'root', messageId: 'm1' };
const said = (...changes: readonly ReviewChange[]) =>
  foldReview(
    EMPTY_REVIEW,
    changes.map((change, index) => ({ seq: index + 1, at: index, ...change })),
  );

test('a review is a section of its own, and nothing in it can open anything', () => {
  const review = said(
    { type: 'finding-added', findingId: 'f', title: 'Not *tested*', severity: 'high', place: LINES, moment: 1 },
    { type: 'finding-added', findingId: 'g', title: 'Slow', severity: 'low', place: null, moment: 1 },
    { type: 'finding-changed', findingId: 'g', state: 'wont-fix' },
    { type: 'comment-added', commentId: 'c', thread: null, place: LINES, moment: 1, text: 'Why?\n# No heading' },
    { type: 'comment-added', commentId: 'd', thread: 'c', place: LINES, moment: 1, text: '<b>Because</b>' },
    { type: 'comment-added', commentId: 'e', thread: null, place: MESSAGE, moment: 1, text: 'Good' },
    { type: 'comment-resolved', commentId: 'e', resolved: true },
  );
  const text = reviewText(review, EMPTY_SESSION);
  expect(text).toContain('\n## Review\n\n- [ ] Not ');
  expect(text).toContain('(high severity, open; `a.ts`, lines 4 to 5)\n- [x] Slow (low severity, will not be fixed)\n');
  expect(text).toContain('**Comment on `a.ts`, lines 4 to 5**, open:\n\n````diff\n a\n+```\n````\n\n> Why?\n');
  expect(text).toContain('\n>\n> Answer:\n>\n> ');
  expect(text).toContain('**Comment on message `m1`**, resolved:\n\n> Good\n');
  expect(text).not.toMatch(/^#+ No/m);
  expect(text).not.toContain('<b>');
});

test('no review, no section', () => {
  expect(reviewText(EMPTY_REVIEW, EMPTY_SESSION)).toBe('');
});
