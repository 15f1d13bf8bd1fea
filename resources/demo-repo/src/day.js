import { heightAt, hoursToMidnight } from './tides.js';

const MINUTES_A_DAY = 24 * 60;

/** The turns of the tide on one day: each high and low water, with its minute of the day and its height in metres. */
export function tidesOf(harbour, date) {
  const midnight = hoursToMidnight(date);
  const height = (minute) => heightAt(harbour, midnight + minute / 60);

  const turns = [];
  for (let minute = 0; minute < MINUTES_A_DAY; minute += 1) {
    const [before, now, after] = [height(minute - 1), height(minute), height(minute + 1)];
    if (before < now && now >= after) turns.push({ kind: 'high', minute, height: now });
    if (before > now && now <= after) turns.push({ kind: 'low', minute, height: now });
  }
  const levels = Array.from({ length: 48 }, (_, index) => height(index * 30));
  return { harbour: harbour.name, date, turns, levels };
}
