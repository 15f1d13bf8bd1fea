import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Stopwatch } from './stopwatch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('does not count while it is held, by one or by several', () => {
  const watch = new Stopwatch(Date.now);
  vi.advanceTimersByTime(100);
  watch.hold();
  watch.hold();
  vi.advanceTimersByTime(1_000);
  watch.goOn();
  vi.advanceTimersByTime(1_000);
  expect(watch.elapsedMs).toBe(100);
  watch.goOn();
  vi.advanceTimersByTime(50);
  expect(watch.elapsedMs).toBe(150);
});

it('rings once at a counted time, and not when it was called off', () => {
  const watch = new Stopwatch(Date.now);
  const ring = vi.fn();
  watch.ringAt(300, ring);
  vi.advanceTimersByTime(200);
  watch.hold();
  vi.advanceTimersByTime(5_000);
  expect(ring).not.toHaveBeenCalled();
  watch.goOn();
  vi.advanceTimersByTime(99);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ring).toHaveBeenCalledTimes(1);
  const callOff = watch.ringAt(400, ring);
  callOff();
  vi.advanceTimersByTime(5_000);
  expect(ring).toHaveBeenCalledTimes(1);
});
