import { formatCount, formatDuration } from '../panes/shared/format.ts';
import type { Moments } from './moments.ts';

/** Where the playhead stands, in words: `12.4 s of 1:05 min, event 120 of 480`. */
export function momentText({ times, events, end }: Moments, count: number): string {
  const place = `event ${formatCount(count)} of ${formatCount(events.length)}`;
  if (end.session?.timesKnown === false) return place;
  const first = times[0] ?? 0;
  const at = (times[count - 1] ?? first) - first;
  return `${formatDuration(at)} of ${formatDuration((times.at(-1) ?? first) - first)}, ${place}`;
}
