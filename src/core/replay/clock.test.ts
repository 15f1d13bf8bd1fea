import { describe, expect, it } from 'vitest';
import { IDLE_MS, ReplayClock } from './clock.ts';

function clockOf(...times: number[]): ReplayClock {
  const clock = new ReplayClock();
  for (const at of times) clock.push(at);
  return clock;
}

describe('the clock', () => {
  it('keeps real time as it is, and folds what is idle at even pace', () => {
    // A minute, then an hour without an event.
    const clock = clockOf(10_000, 11_000, 71_000, 72_000, 3_672_000, 3_672_500);
    expect(clock.positionOf(3_672_500, 'real')).toBe(3_662_500);
    // 1 s, folded, 1 s, folded, 0.5 s.
    expect(clock.positionOf(3_672_500, 'even')).toBe(1_000 + IDLE_MS + 1_000 + IDLE_MS + 500);
    expect(clock.positionOf(41_000, 'even')).toBe(1_000 + IDLE_MS / 2);
  });

  it('leads back from every position to its moment', () => {
    const clock = clockOf(0, 500, 9_000, 9_100, 100_000, 100_001, 100_900);
    for (const pace of ['real', 'even'] as const) {
      for (const moment of [0, 250, 500, 4_000, 9_000, 9_050, 60_000, 100_000, 100_500, 100_900]) {
        expect(clock.momentAt(clock.positionOf(moment, pace), pace)).toBeCloseTo(moment, 6);
      }
    }
  });

  it('never goes back when a line claims to be earlier, and counts it in its place', () => {
    const clock = clockOf(1_000, 3_000, 2_000, 3_500);
    expect([0, 1, 2, 3].map((index) => clock.momentOf(index))).toEqual([1_000, 3_000, 3_000, 3_500]);
    expect(clock.countAt(2_500)).toBe(1);
    expect(clock.countAt(3_000)).toBe(3);
  });

  it('gives each line a second where no times are known', () => {
    const clock = new ReplayClock();
    clock.forgoTimes();
    for (const at of [7, 7, 7]) clock.push(at);
    expect(clock.countAt(clock.start + 1_000)).toBe(2);
    expect(clock.end - clock.start).toBe(2_000);
    expect(clock.hasTimes).toBe(false);
  });

  it('goes on after the last event, at even pace not for ever', () => {
    const clock = clockOf(0, 100);
    expect(clock.positionOf(86_400_000, 'real')).toBe(86_400_000);
    expect(clock.positionOf(86_400_000, 'even')).toBe(100 + IDLE_MS);
  });

  it('names the folded stretches that are in view', () => {
    const clock = clockOf(0, 10_000, 10_500, 90_000);
    expect(clock.gapsBetween(0, 10_200)).toEqual([{ from: 0, to: 10_000 }]);
    expect(clock.gapsBetween(10_200, 50_000)).toEqual([{ from: 10_500, to: 90_000 }]);
  });
});
