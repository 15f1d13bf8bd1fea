import { commentOnMoment, showReview } from '../actions/review-places.ts';
import { type Command, inSession } from './command.ts';

export const REVIEW_COMMANDS: readonly Command[] = [
  {
    id: 'review.open',
    name: 'Open the review: comments and findings',
    group: 'Session',
    keys: 'shift+r',
    scope: 'tree',
    when: inSession,
    run: showReview,
  },
  {
    id: 'review.comment',
    name: 'Comment on this moment',
    group: 'Session',
    keys: 'shift+c',
    scope: 'tree',
    when: inSession,
    run: ({ branch }) => commentOnMoment(branch?.id ?? null),
  },
];
