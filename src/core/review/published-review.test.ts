import { expect, test } from 'vitest';
import type { ReviewChange, ReviewEntry } from './entries.ts';
import { foldReview } from './fold-review.ts';
import { publishedReview } from './published-review.ts';
import { EMPTY_REVIEW } from './state.ts';

const entries = (...changes: readonly ReviewChange[]): ReviewEntry[] =>
  changes.map((change, index) => ({ seq: index + 1, at: (index + 1) * 1_000, ...change }));
const comment = (commentId: string, text: string, thread: string | null = null): ReviewChange => ({
  ...{ type: 'comment-added', commentId, thread, moment: 5, text },
  place: { kind: 'moment', branch: null },
});
const finding = (findingId: string, title: string): ReviewChange => ({
  ...{ type: 'finding-added', findingId, title, severity: 'high', place: null, moment: 5 },
});

test('says what the review says, without the words that were taken back', () => {
  const all = entries(
    comment('a', 'first wording'),
    comment('b', 'an answer', 'a'),
    comment('gone', 'a regret'),
    comment('gone-too', 'an answer to a regret', 'gone'),
    finding('f', 'too harsh'),
    finding('g', 'a false alarm'),
    { type: 'comment-edited', commentId: 'a', text: 'second wording' },
    { type: 'comment-edited', commentId: 'a', text: 'last wording' },
    { type: 'comment-resolved', commentId: 'a', resolved: true },
    { type: 'comment-resolved', commentId: 'gone', resolved: true },
    { type: 'finding-changed', findingId: 'f', title: 'fair', severity: 'low' },
    { type: 'finding-changed', findingId: 'f', state: 'wont-fix' },
    { type: 'finding-removed', findingId: 'g' },
    { type: 'comment-removed', commentId: 'gone' },
    { type: 'file-viewed', branch: 'root', path: 'private.ts', version: 'v', viewed: true },
  );
  const published = publishedReview(all);
  const { comments, findings } = foldReview(EMPTY_REVIEW, published);
  const whole = foldReview(EMPTY_REVIEW, all);
  expect(comments).toEqual(whole.comments);
  expect(findings).toEqual(whole.findings);
  for (const words of ['first wording', 'second wording', 'regret', 'too harsh', 'false alarm', 'private.ts'])
    expect(JSON.stringify(published)).not.toContain(words);
});
