import { wave } from './chart.js';
import { clockTime } from './clock.js';

const FEET_PER_METRE = 3.28084;

/** A height with its unit: "0.6 m", or "2.0 ft". */
export function heightText(metres, feet = false) {
  return feet ? `${(metres * FEET_PER_METRE).toFixed(1)} ft` : `${metres.toFixed(1)} m`;
}

/** The day as text: a heading, a line for each turn of the tide, and the wave when it is asked for. */
export function formatDay(day, { feet = false, chart = false } = {}) {
  const lines = [`${day.harbour}, ${day.date} (UTC)`, ''];
  for (const turn of day.turns) {
    lines.push(`  ${turn.kind.padEnd(5)} ${clockTime(turn.minute)}  ${heightText(turn.height, feet)}`);
  }
  if (chart) lines.push('', `  ${wave(day.levels)}`);
  return lines.join('\n');
}
