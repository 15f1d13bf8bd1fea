import { markersOf, type ReviewMarker } from '../../../core/review/selectors.ts';
import type { ReviewState } from '../../../core/review/state.ts';

export type ReviewFilter = 'all' | 'open' | 'comments' | 'findings';

export const REVIEW_FILTERS: readonly { readonly value: ReviewFilter; readonly label: string }[] = [
  { value: 'all', label: 'Everything' },
  { value: 'open', label: 'Open only' },
  { value: 'comments', label: 'Comments' },
  { value: 'findings', label: 'Findings' },
];

/** What the review's list shows, in the order of the session's time. */
export function itemsOf(review: Pick<ReviewState, 'comments' | 'findings'>, filter: ReviewFilter): ReviewMarker[] {
  return markersOf(review).filter(({ kind, state }) => {
    if (filter === 'open') return state === 'open';
    if (filter === 'comments') return kind === 'comment';
    return filter === 'all' || kind === 'finding';
  });
}
