import { LocateFixed } from 'lucide-react';
import { useStore } from 'zustand';
import { countsOf, markersOf, type ReviewMarker, threadsOf } from '../../core/review/selectors.ts';
import { FindingCard } from '../panes/review/finding-card.tsx';
import { placeWords } from '../panes/review/place-words.ts';
import { ThreadCard } from '../panes/review/thread-card.tsx';
import { formatClock } from '../panes/shared/format.ts';
import { reviewStore } from '../stores/review-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { plural } from '../ui/format.ts';
import { useViewer } from './use-viewer.ts';
import { showRemark } from './viewer-store.ts';

export function hasReview(): boolean {
  const { comments, findings } = reviewStore.getState().review;
  return comments.size + findings.size > 0;
}

/** Every comment and finding in the order of the session's time, each with a way to its place. */
export function ReviewList() {
  const review = useStore(reviewStore, (store) => store.review);
  const { comments, openThreads, findings, openFindings } = countsOf(review);
  const threads = new Map(threadsOf(review).map((thread) => [thread.first.id, thread]));
  const open = openThreads + openFindings;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys
    <section className="viewer-review" aria-label="Review" tabIndex={0}>
      <p className="viewer-review__lead figures">
        {plural(comments, 'comment')} and {plural(findings, 'finding')}, {open === 0 ? 'none' : open} open.
      </p>
      {markersOf(review).map((marker) => {
        const thread = threads.get(marker.id);
        const finding = review.findings.get(marker.id);
        if (thread) {
          return (
            <ThreadCard key={marker.id} thread={thread}>
              <RemarkPlace marker={marker} />
            </ThreadCard>
          );
        }
        return finding ? (
          <FindingCard key={marker.id} finding={finding}>
            <RemarkPlace marker={marker} />
          </FindingCard>
        ) : null;
      })}
    </section>
  );
}

function RemarkPlace({ marker: { id, place, moment, branch } }: { readonly marker: ReviewMarker }) {
  const title = useViewer(({ end }) => {
    const found = branch === null ? undefined : end.branches[branch];
    return found ? titleOf(found) : null;
  });
  return (
    <div className="review-place">
      <button type="button" className="review-place__go" onClick={() => showRemark(id, place, moment)}>
        <LocateFixed aria-hidden />
        <span className="review-place__what cut">{placeWords(place)}</span>
        {title === null ? null : <span className="review-place__branch cut">{title}</span>}
      </button>
      <time className="figures" dateTime={new Date(moment).toISOString()}>
        {formatClock(moment)}
      </time>
    </div>
  );
}
