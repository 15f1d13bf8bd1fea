import { expect, it, vi } from 'vitest';
import { onceAtRest, ScrollPace } from './scroll-pace.ts';

/** Scrolls to these offsets, so many milliseconds apart, in a view of 500; what it says after each. */
const paces = (pace: ScrollPace, apart: number, offsets: readonly number[], began = 0) =>
  offsets.map((offset, index) => {
    pace.move(offset, 500, began + index * apart);
    return pace.isFast;
  });

it('is fast from the second leap of a drag on, until it rests', () => {
  const pace = new ScrollPace();
  expect(paces(pace, 16, [4_000, 8_000, 12_000, 12_100])).toEqual([false, true, true, true]);
  pace.rest();
  expect(pace.isFast).toBe(false);
  expect(paces(pace, 16, [8_000], 500)).toEqual([false]);
});

it('is slow for a wheel, and for leaps to places that somebody looks at', () => {
  expect(paces(new ScrollPace(), 16, [100, 220, 340, 460, 960 - 1])).toEqual([false, false, false, false, false]);
  expect(paces(new ScrollPace(), 450, [4_000, 8_000, 0])).toEqual([false, false, false]);
});

it('does not rest while a move waits for its frame', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame'] });
  const pace = new ScrollPace();
  const rested = vi.fn();
  onceAtRest(pace, rested);
  vi.advanceTimersToNextFrame();
  pace.move(4_000, 500, 0);
  vi.advanceTimersToNextFrame();
  expect(rested).not.toHaveBeenCalled();
  onceAtRest(pace, rested);
  vi.advanceTimersToNextFrame();
  vi.advanceTimersToNextFrame();
  expect(rested).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
