import { expect, test } from 'vitest';
import type { SessionEvent } from '../session/events.ts';
import { EventUnpacker, packedEvents } from './page-lines.ts';

const notice = (seq: number, at: number): SessionEvent => ({
  ...{ seq, at, type: 'notice', level: 'info', branch: null },
  text: `It is ${at}`,
});

test('events come back from a page as they were, whatever their numbers and times do', () => {
  const events = [
    notice(1, 1_760_000_000_000),
    notice(2, 1_760_000_000_000),
    notice(3, 1_760_000_000_040),
    // A line that was left out, a clock that goes back, and times with parts of milliseconds.
    notice(7, 1_760_000_000_010),
    notice(8, 1_760_000_000_010.1),
    notice(9, 0.3),
    notice(10, 1_760_000_000_000.7),
    notice(4, 0),
  ];
  const lines = [...packedEvents(events)];
  const reader = new EventUnpacker();
  expect(lines.map((line) => reader.unpack(line))).toEqual(events);
  expect(lines[1]).toBe('{"type":"notice","level":"info","branch":null,"text":"It is 1760000000000"}');
  expect(lines[2]).toContain('{"at":40,"type"');
});
