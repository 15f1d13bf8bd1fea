#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { tidesOf } from '../src/day.js';
import { formatDay } from '../src/format.js';

const USAGE = `Usage: low-water HARBOUR [options]

  --date DATE  the day, as YYYY-MM-DD
  --feet       heights in feet
  --chart      draw the day as a wave`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // The day to show, as YYYY-MM-DD. Today when it is left out.
    date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    // Heights in feet instead of metres.
    feet: { type: 'boolean', default: false },
    // Draw the day as a wave below the table.
    chart: { type: 'boolean', default: false },
  },
});

const harbours = JSON.parse(readFileSync(new URL('../data/harbours.json', import.meta.url), 'utf8'));
const harbour = harbours.find(({ id }) => id === positionals[0]);

if (!harbour) {
  console.error(`${USAGE}\n\nHarbours: ${harbours.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

const day = tidesOf(harbour, values.date);
console.log(formatDay(day, values));
