// Draws a week of tides, half an hour at a time, as if one stood on the pier and watched.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { block } from '../src/chart.js';
import { tidesOf } from '../src/day.js';
import { heightText } from '../src/format.js';

const harbours = JSON.parse(readFileSync(new URL('../data/harbours.json', import.meta.url), 'utf8'));
const live = process.stdout.isTTY === true;
const paint = (colour, text) => (live ? `\x1b[38;5;${colour}m${text}\x1b[0m` : text);

// From deep water to wet sand.
const WATER = [223, 159, 123, 87, 51, 45, 39, 33];

for (const harbour of harbours) {
  const days = Array.from({ length: 7 }, (_, index) => tidesOf(harbour, `2026-06-${21 + index}`));
  const levels = days.flatMap((day) => day.levels);
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];

  console.log(`\n  ${paint(255, harbour.name)}  ${paint(244, harbour.note)}\n`);
  for (const day of days) {
    process.stdout.write(`  ${paint(244, day.date.slice(5))}  `);
    for (const level of day.levels) {
      const depth = Math.min(7, Math.floor(((level - lowest) / (highest - lowest)) * 8));
      process.stdout.write(paint(WATER[depth], block(level, lowest, highest)));
      if (live) await pause(7);
    }
    const low = Math.min(...day.turns.map((turn) => turn.height));
    console.log(`  ${paint(low < 1 ? 150 : 244, `low ${heightText(low)}`)}`);
  }
}
console.log(`\n  ${paint(150, '✔')} ${harbours.length} harbours, ${harbours.length * 7} days drawn`);
