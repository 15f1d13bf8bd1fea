import { expect, it } from 'vitest';
import type { SessionEvent } from '../core/session/events.ts';
import { localTime, momentOf } from './moment.ts';

const local = (text: string) => new Date(text).getTime();
/** Events 1 to 4, the last one after midnight. */
const TIMES = ['2026-03-04T23:50:00', '2026-03-04T23:50:00.250', '2026-03-04T23:59:59', '2026-03-05T00:10:00'];
const events = TIMES.map((time, index) => ({ seq: index + 1, at: local(time) }) as SessionEvent);
const seqAt = (text: string) => momentOf(text, events).seq;

it('takes the number of an event, and what stands last at or before a time', () => {
  expect(seqAt('3')).toBe(3);
  expect(seqAt('2026-03-04T23:50:00')).toBe(1);
  expect(seqAt('2026-03-04T23:58')).toBe(2);
  expect(seqAt(new Date(TIMES[3] ?? '').toISOString())).toBe(4);
  expect(seqAt('2030-01-01')).toBe(4);
});

it('takes a time of day as that of the last day that had it', () => {
  expect(seqAt('00:10:00')).toBe(4);
  expect(seqAt('0:05')).toBe(3);
  expect(seqAt('23:50:00.250')).toBe(2);
});

it('says what it cannot mean, and from when on it could', () => {
  expect(() => seqAt('soon')).toThrow(`"soon" is no moment. Write an event's number, e.g. --at 120, or a time`);
  expect(() => seqAt('9')).toThrow('There is no event 9: the log has those from 1 to 4.');
  expect(() => seqAt('2026-03-04T20:00')).toThrow('The session began after that, at 2026-03-04T23:50:00.000.');
  expect(localTime(local('2026-03-04T23:50:00.250'))).toBe('2026-03-04T23:50:00.250');
});
