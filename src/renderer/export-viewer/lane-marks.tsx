import { Flag, MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Lane } from '../../core/replay/block.ts';
import { markersOf, type ReviewMarker } from '../../core/review/selectors.ts';
import { findingWords } from '../panes/review/finding-card.tsx';
import { reviewStore } from '../stores/review-store.ts';
import { showRemark, viewerStore } from './viewer-store.ts';

interface LaneMarksProps {
  readonly lanes: readonly Lane[];
  /** Pixels of one lane. */
  readonly lane: number;
  /** Share of the axis at which a moment lies. */
  readonly shareOf: (moment: number) => number;
}

/**
 * Comments and findings over the lanes. They lie beside the playhead's slider, not in it: a slider has no buttons inside. The
 * keyboard has the same in the list of the review.
 */
export function LaneMarks({ lanes, lane, shareOf }: LaneMarksProps) {
  const review = useStore(reviewStore, (store) => store.review);
  const markers = useMemo(() => markersOf(review), [review]);
  return (
    <div className="viewer-marks">
      {markers.map((marker) => {
        const index = Math.max(
          0,
          lanes.findIndex(({ branch }) => branch === marker.branch),
        );
        return (
          <button
            key={marker.id}
            type="button"
            tabIndex={-1}
            className="viewer-mark"
            data-kind={marker.kind}
            data-severity={marker.severity}
            data-state={marker.state}
            aria-label={wordsOf(marker)}
            title={wordsOf(marker)}
            style={{ top: index * lane, height: lane, left: `${shareOf(marker.moment) * 100}%` }}
            onClick={() => {
              viewerStore.setState({ tab: 'review' });
              showRemark(marker.id, marker.place, marker.moment);
            }}
          >
            {marker.kind === 'finding' ? <Flag aria-hidden /> : <MessageSquare aria-hidden />}
          </button>
        );
      })}
    </div>
  );
}

function wordsOf({ kind, text, severity, state }: ReviewMarker): string {
  const line = text.split('\n')[0] ?? '';
  if (kind === 'finding' && severity) return `Finding (${findingWords({ severity, state })}): ${line}`;
  return `Comment${state === 'open' ? '' : ' (resolved)'}: ${line}`;
}
