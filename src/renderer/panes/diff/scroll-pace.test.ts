import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceAtRest, ScrollPace } from './scroll-pace.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame'] }));
afterEach(() => void vi.useRealTimers());

/** Scrolls to these offsets, so many frames apart, in a view of 500; what it says after each. */
function paces(pace: ScrollPace, frames: number, offsets: readonly number[]): boolean[] {
  return offsets.map((offset) => {
    for (let frame = 0; frame < frames; frame++) vi.advanceTimersToNextFrame();
    pace.move(offset, 500);
    return pace.isFast;
  });
}

it('is fast from the second leap on, until it rests', () => {
  const pace = new ScrollPace();
  expect(paces(pace, 1, [4_000, 8_000, 12_000, 12_100])).toEqual([false, true, true, true]);
  pace.rest();
  expect(pace.isFast).toBe(false);
  expect(paces(pace, 40, [8_000])).toEqual([false]);
});

it('is fast from the first leap on when the thumb of the bar was taken', () => {
  const pace = new ScrollPace();
  pace.hold();
  expect(paces(pace, 1, [100, 4_000])).toEqual([false, true]);
});

it('is slow for a wheel, and for leaps to places that somebody looks at', () => {
  expect(paces(new ScrollPace(), 1, [100, 220, 340, 460, 960 - 1])).toEqual([false, false, false, false, false]);
  expect(paces(new ScrollPace(), 30, [4_000, 8_000, 0])).toEqual([false, false, false]);
});

it('does not rest while a move waits for its frame', () => {
  const pace = new ScrollPace();
  const rested = vi.fn();
  onceAtRest(pace, rested);
  vi.advanceTimersToNextFrame();
  pace.move(4_000, 500);
  vi.advanceTimersToNextFrame();
  expect(rested).not.toHaveBeenCalled();
  onceAtRest(pace, rested);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  expect(rested).toHaveBeenCalledOnce();
});
