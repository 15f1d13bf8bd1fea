import type { ReplayLog } from '../../core/replay/replay-log.ts';
import { formatCount, formatDuration } from '../panes/shared/format.ts';

/** Where the playhead stands, in words: `12.4 s of 1:05 min, event 120 of 480`. */
export function momentText({ clock, length }: ReplayLog, count: number): string {
  const place = `event ${formatCount(count)} of ${formatCount(length)}`;
  if (!clock.hasTimes) return place;
  return `${formatDuration(clock.momentOf(count - 1) - clock.start)} of ${formatDuration(clock.end - clock.start)}, ${place}`;
}
