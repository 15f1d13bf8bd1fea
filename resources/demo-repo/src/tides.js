/** How fast each pull turns, in degrees an hour: the moon twice and the sun twice a day, and the two daily ones. */
export const SPEEDS = { M2: 28.9841042, S2: 30, K1: 15.0410686, O1: 13.9430356 };

/** The harbours' phases are counted from here. */
const REFERENCE = Date.UTC(2026, 0, 1);

/** Hours from the reference moment to the midnight (UTC) that a date such as "2026-06-21" starts with. */
export function hoursToMidnight(date) {
  return (Date.parse(`${date}T00:00:00Z`) - REFERENCE) / 3_600_000;
}

/** Height of the water in metres, `hours` after the reference moment. */
export function heightAt(harbour, hours) {
  let height = harbour.meanLevel;
  for (const [name, { amplitude, phase }] of Object.entries(harbour.constituents)) {
    const angle = SPEEDS[name] * hours - phase;
    height += amplitude * Math.cos((angle * Math.PI) / 180);
  }
  return height;
}
