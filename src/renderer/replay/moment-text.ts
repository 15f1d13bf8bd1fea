import type { ReplayLog } from '../../core/replay/replay-log.ts';
import { formatClock } from '../panes/shared/format.ts';

/** A moment as a person reads it: `14:03:22`, or which event it is where the source states no times. */
export function momentText(log: ReplayLog, at: number, place = log.clock.countAt(at)): string {
  return log.clock.hasTimes ? formatClock(at) : `event ${place} of ${log.length}`;
}

/** With milliseconds, for looking closely: `14:03:22.418`. */
export function exactMomentText(log: ReplayLog, at: number, place?: number): string {
  const text = momentText(log, at, place);
  return log.clock.hasTimes ? `${text}.${String(Math.floor(at) % 1000).padStart(3, '0')}` : text;
}
