import { expect, test } from 'vitest';
import type { ReviewChange, ReviewEntry, ReviewPlace } from './entries.ts';
import { reviewChange } from './entries.ts';
import { foldReview } from './fold-review.ts';
import { countsOf, isViewed, markersOf, threadsAt, threadsOf } from './selectors.ts';
import { EMPTY_REVIEW } from './state.ts';
import { steerText } from './steer-text.ts';

const MESSAGE: ReviewPlace = { kind: 'message', branch: 'root', messageId: 'm1' };
const LINES = {
  kind: 'lines',
  branch: 'fork-1',
  path: 'src/cart.ts',
  side: 'new',
  from: 4,
  to: 5,
  excerpt: ' a\n+b\n',
} as const;

/** Line n is written at n seconds. */
const stored = (...changes: readonly ReviewChange[]): ReviewEntry[] =>
  changes.map((change, index) => ({ seq: index + 1, at: (index + 1) * 1_000, ...change }));
const comment = (commentId: string, more: Partial<Extract<ReviewChange, { type: 'comment-added' }>> = {}) =>
  ({ type: 'comment-added', commentId, thread: null, place: MESSAGE, moment: 50, text: commentId, ...more }) as const;

test('a thread keeps its answers in order, and an edit its time', () => {
  const state = foldReview(
    EMPTY_REVIEW,
    stored(
      comment('c1'),
      comment('other', { place: LINES }),
      comment('c2', { thread: 'c1' }),
      comment('c3', { thread: 'c1' }),
      { type: 'comment-edited', commentId: 'c2', text: 'better' },
      { type: 'comment-resolved', commentId: 'c1', resolved: true },
      { type: 'comment-sent', commentId: 'other', branch: 'fork-1' },
    ),
  );
  const [first, other] = threadsOf(state);
  expect(first?.first).toMatchObject({ id: 'c1', resolved: true, at: 1_000 });
  expect(first?.replies.map(({ text, editedAt }) => [text, editedAt])).toEqual([
    ['better', 5_000],
    ['c3', null],
  ]);
  expect(other?.first.sentTo).toEqual(['fork-1']);
  expect(threadsAt(state, (place) => place.kind === 'lines').map(({ first: { id } }) => id)).toEqual(['other']);
});

test('a removed first comment takes its answers along; what is about something unknown changes nothing', () => {
  const state = foldReview(
    EMPTY_REVIEW,
    stored(
      comment('c1'),
      comment('c2', { thread: 'c1' }),
      comment('c3'),
      { type: 'comment-removed', commentId: 'c1' },
      comment('late', { thread: 'c1' }),
      { type: 'comment-edited', commentId: 'c1', text: 'gone' },
      { type: 'finding-changed', findingId: 'nobody', state: 'resolved' },
    ),
  );
  expect([...state.comments.keys()]).toEqual(['c3']);
  expect(state.findings.size).toBe(0);
  expect(state.lastSeq).toBe(7);
});

test('a line that is told twice counts once', () => {
  const lines = stored(comment('c1'), { type: 'comment-resolved', commentId: 'c1', resolved: true });
  const once = foldReview(EMPTY_REVIEW, lines);
  expect(foldReview(once, lines)).toBe(once);
});

test('findings keep what a change does not name, and are counted by state', () => {
  const finding = (findingId: string, moment: number) =>
    ({ type: 'finding-added', findingId, title: findingId, severity: 'high', place: null, moment }) as const;
  const state = foldReview(
    EMPTY_REVIEW,
    stored(finding('f1', 90), finding('f2', 20), comment('c1'), {
      type: 'finding-changed',
      findingId: 'f1',
      state: 'wont-fix',
    }),
  );
  expect(state.findings.get('f1')).toMatchObject({ title: 'f1', severity: 'high', state: 'wont-fix' });
  expect(countsOf(state)).toEqual({ comments: 1, openThreads: 1, findings: 2, openFindings: 1 });
  expect(markersOf(state).map(({ id }) => id)).toEqual(['f2', 'c1', 'f1']);
});

test('a viewed mark holds for the version that was read, and can be taken off', () => {
  const mark = (version: string, viewed: boolean) =>
    ({ type: 'file-viewed', branch: 'b', path: 'a.ts', version, viewed }) as const;
  const read = foldReview(EMPTY_REVIEW, stored(mark('v1', true)));
  expect(isViewed(read, 'b', 'a.ts', 'v1')).toBe(true);
  expect(isViewed(read, 'b', 'a.ts', 'v2')).toBe(false);
  expect(isViewed(read, 'other', 'a.ts', 'v1')).toBe(false);
  const off = foldReview(EMPTY_REVIEW, stored(mark('v1', true), mark('v1', false)));
  expect(isViewed(off, 'b', 'a.ts', 'v1')).toBe(false);
});

test('an empty comment is no comment', () => {
  expect(reviewChange.safeParse(comment('c1', { text: '  \n' })).success).toBe(false);
});

test('the message to a fork names file and lines, and its block cannot be ended from inside', () => {
  expect(steerText(LINES, ' Why? ')).toBe(
    'Review comment on src/cart.ts, lines 4 to 5:\n\n```diff\n a\n+b\n```\n\nWhy?',
  );
  expect(steerText({ ...LINES, to: 4, side: 'old', excerpt: '-```' }, 'x')).toContain(
    'line 4 before your change:\n\n````diff\n-```\n````',
  );
});
