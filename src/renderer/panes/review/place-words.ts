import type { ReviewPlace } from '../../../core/review/entries.ts';

/** What a comment or a finding is about, in a word or a file's name with lines. */
export function placeWords(place: ReviewPlace | null): string {
  switch (place?.kind) {
    case 'lines': {
      const name = place.path.slice(place.path.lastIndexOf('/') + 1);
      return `${name}:${place.from === place.to ? place.from : `${place.from}–${place.to}`}`;
    }
    case 'message':
      return 'Message';
    case 'call':
      return 'Tool call';
    case 'moment':
      return 'Moment';
    default:
      return 'Session';
  }
}
