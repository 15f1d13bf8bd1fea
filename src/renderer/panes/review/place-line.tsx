import { Link2, LocateFixed } from 'lucide-react';
import type { ReviewPlace } from '../../../core/review/entries.ts';
import { goToPlace, linkToPlace } from '../../actions/review-places.ts';
import { useSession } from '../../stores/use-session.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { formatClock } from '../shared/format.ts';
import { placeWords } from './place-words.ts';

interface PlaceLineProps {
  readonly place: ReviewPlace | null;
  readonly moment: number;
}

/** Where a comment or a finding belongs; leads there, and gives a link. */
export function PlaceLine({ place, moment }: PlaceLineProps) {
  const title = useSession((state) => {
    const branch = place?.branch ? state.branches[place.branch] : undefined;
    return branch ? titleOf(branch) : null;
  });
  const what = placeWords(place);
  return (
    <div className="review-place">
      <button type="button" className="review-place__go" onClick={() => goToPlace(place, moment)}>
        <LocateFixed aria-hidden />
        <span className="review-place__what cut">{what}</span>
        {title === null ? null : <span className="review-place__branch cut">{title}</span>}
      </button>
      <time className="figures" dateTime={new Date(moment).toISOString()}>
        {formatClock(moment)}
      </time>
      <CopyButton label="Copy link to this moment" Icon={Link2} text={() => linkToPlace(place, moment) ?? ''} />
    </div>
  );
}
