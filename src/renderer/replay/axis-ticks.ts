import type { Pace, ReplayClock } from '../../core/replay/clock.ts';

export interface Tick {
  /** Position on the axis, and what stands there. */
  readonly position: number;
  readonly label: string;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12, 24, 48, 24 * 7].map((each) => each * HOUR),
];
/** More ticks than this never fit; a stretch that would need them has a fault. */
const MOST = 400;

const two = (value: number): string => String(value).padStart(2, '0');

/** Round moments in a stretch of the axis, no closer than `spacing` milliseconds of it. */
export function axisTicks(
  clock: ReplayClock,
  pace: Pace,
  from: number,
  length: number,
  spacing: number,
): readonly Tick[] {
  const step = STEPS.find((each) => each >= spacing) ?? STEPS.at(-1) ?? HOUR;
  const [first, last] = [clock.momentAt(from, pace), clock.momentAt(from + length, pace)];
  const gaps = pace === 'even' ? clock.gapsBetween(first, last) : [];
  const ticks: Tick[] = [];
  // Round by the person's own clock: midnight is theirs.
  const offset = clock.hasTimes ? new Date(first).getTimezoneOffset() * MINUTE : clock.start;
  const roundUp = (moment: number): number => Math.ceil((moment - offset) / step) * step + offset;
  let reached = Number.NEGATIVE_INFINITY;
  let gap = 0;
  for (let moment = roundUp(first); moment <= last && ticks.length < MOST; moment += step) {
    while ((gaps[gap]?.to ?? Number.POSITIVE_INFINITY) <= moment) gap++;
    const inside = gaps[gap];
    // Inside a folded stretch no length means anything.
    if (inside && inside.from < moment) {
      moment = roundUp(inside.to) - step;
      continue;
    }
    const position = clock.positionOf(moment, pace);
    if (position - reached < spacing) continue;
    reached = position;
    ticks.push({
      position,
      label: clock.hasTimes ? clockLabel(moment, step) : `#${Math.round((moment - clock.start) / 1_000) + 1}`,
    });
  }
  return ticks;
}

function clockLabel(moment: number, step: number): string {
  const date = new Date(moment);
  const minutes = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (step >= 24 * HOUR) return date.toLocaleDateString('en', { day: 'numeric', month: 'short' });
  if (step >= MINUTE) return minutes;
  if (step >= SECOND) return `${minutes}:${two(date.getSeconds())}`;
  return `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
