import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { countsOf, threadsOf } from '../../core/review/selectors.ts';
import { addFinding, addRemark } from '../actions/review-actions.ts';
import { commentOnMoment } from '../actions/review-places.ts';
import { reviewStore } from '../stores/review-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { Composer } from './review/composer.tsx';
import { FindingCard } from './review/finding-card.tsx';
import { itemsOf, REVIEW_FILTERS, type ReviewFilter } from './review/items.ts';
import { PlaceLine } from './review/place-line.tsx';
import './review/review.css';
import { reviewPaneStore } from './review/review-pane-store.ts';
import { ThreadCard } from './review/thread-card.tsx';
import { formatClock } from './shared/format.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';

export interface ReviewPaneProps {
  /** The root of the session, for the dock; a review belongs to the whole session. */
  readonly branch: string;
}

/** Every comment and finding of the session in the order of its time, each with a way to its place. */
export function ReviewPane(_: ReviewPaneProps) {
  const { review, phase, fault } = useStore(reviewStore);
  const [filter, setFilter] = useState<ReviewFilter>('all');
  const [adds, setAdds] = useState(false);
  const draft = useStore(reviewPaneStore, (state) => state.draft);
  const counts = countsOf(review);
  const items = itemsOf(review, filter);
  const threads = new Map(threadsOf(review).map((thread) => [thread.first.id, thread]));
  const closeDraft = () => reviewPaneStore.setState({ draft: null });
  return (
    <section className="pane-view review-pane" aria-label="Review">
      <div className="pane-bar review-bar">
        <span className="figures cut">
          {plural(counts.comments, 'comment')}, {plural(counts.findings, 'finding')}
          {counts.openFindings > 0 ? ` (${counts.openFindings} open)` : ''}
        </span>
        <span className="pane-grow" />
        <Select
          aria-label="Show"
          look="quiet"
          options={REVIEW_FILTERS}
          value={filter}
          onPick={(value) => setFilter(value as ReviewFilter)}
        />
        <Button size="small" onClick={() => commentOnMoment(viewStore.getState().selected)}>
          Comment
        </Button>
        <Button size="small" onClick={() => setAdds(true)}>
          <Plus aria-hidden /> Finding
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <div className="pane-scroll review-list" tabIndex={0}>
        {draft ? (
          <div className="review-card" key={`${draft.moment} ${draft.branch}`}>
            <Composer
              label={`Comment on ${formatClock(draft.moment)}`}
              draftKey={`moment ${draft.moment}`}
              mayBeFinding
              onSubmit={async (remark) =>
                (await addRemark({ kind: 'moment', branch: draft.branch }, remark, draft.moment)) !== null
              }
              onClose={closeDraft}
            />
          </div>
        ) : null}
        {adds ? (
          <div className="review-card">
            <Composer
              label="What did you find?"
              draftKey="finding"
              startsAs="medium"
              mayBeFinding
              onSubmit={({ text, severity }) => addFinding(text, severity ?? 'medium')}
              onClose={() => setAdds(false)}
            />
          </div>
        ) : null}
        {review.problems.map(({ line, reason }) => (
          <p key={line} className="review-problem">
            Line {line} of the review's file: {reason}.
          </p>
        ))}
        {items.map(({ id, place, moment }) => {
          const thread = threads.get(id);
          const finding = review.findings.get(id);
          if (thread) {
            return (
              <ThreadCard key={id} thread={thread}>
                <PlaceLine place={place} moment={moment} />
              </ThreadCard>
            );
          }
          return finding ? (
            <FindingCard key={id} finding={finding}>
              <PlaceLine place={place} moment={moment} />
            </FindingCard>
          ) : null;
        })}
        {items.length > 0 || draft || adds ? null : phase === 'failed' ? (
          <PaneEmpty isError title={fault?.message ?? 'The review could not be read.'} />
        ) : (
          <PaneEmpty
            title={filter === 'all' ? 'Nothing has been said about this session yet.' : 'Nothing of this kind.'}
          >
            {filter === 'all'
              ? 'Comment on a line of a diff, on a message or on a moment; or write down what you found.'
              : null}
          </PaneEmpty>
        )}
      </div>
    </section>
  );
}
