import type { SessionEvent } from '../core/session/events.ts';
import { EngineFault } from '../engine/engine-fault.ts';

/** A moment of a session: everything up to an event, that included. */
export interface Moment {
  readonly seq: number;
  /** Of that event, in milliseconds since 1970. */
  readonly at: number;
}

const DAY_MS = 86_400_000;

/**
 * Reads `--at`: an event's number, a date with a time, or a time of day, as the timeline shows it, of the last day on which
 * the session had one. Times are local unless they say otherwise. Throws an `EngineFault` where the session was not there.
 */
export function momentOf(text: string, events: readonly SessionEvent[]): Moment {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) throw new EngineFault('usage', 'This session has no events. Choose another one.');
  if (/^\d+$/.test(text)) {
    const found = events.find(({ seq }) => seq === Number(text));
    if (found) return found;
    throw new EngineFault('usage', `There is no event ${text}: the log has those from ${first.seq} to ${last.seq}.`);
  }
  const at = timeOf(text, first.at, last.at);
  if (Number.isNaN(at)) {
    throw new EngineFault(
      'usage',
      `"${text}" is no moment. Write an event's number, e.g. --at 120, or a time, e.g. --at ${localTime(last.at)}.`,
    );
  }
  const found = events.findLast((event) => event.at <= at);
  if (found) return found;
  throw new EngineFault('usage', `The session began after that, at ${localTime(first.at)}. Name a later moment.`);
}

/** E.g. "2026-12-01T05:35:57.000": what `--at` takes. */
export function localTime(at: number): string {
  const time = new Date(at);
  return new Date(at - time.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);
}

function timeOf(text: string, first: number, last: number): number {
  if (!/^\d{1,2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(text)) return Date.parse(text);
  const [hours = '', ...rest] = text.split(':');
  const onDayOf = (day: number) =>
    Date.parse(`${localTime(day).slice(0, 10)}T${[hours.padStart(2, '0'), ...rest].join(':')}`);
  const sameDay = onDayOf(last);
  if (sameDay <= last) return sameDay;
  const dayBefore = onDayOf(last - DAY_MS);
  return dayBefore >= first ? dayBefore : sameDay;
}
