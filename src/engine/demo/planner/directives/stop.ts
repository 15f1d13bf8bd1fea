import { atOnce } from '../routine.ts';
import type { ClauseReader } from '../task.ts';

const STOP = /^\W*(?:please\s+|ok(?:ay)?[,.]?\s+|now\s+)*(?:stop|halt|enough|that(?:'s| is) enough|wrap (?:it )?up)\b/i;
const REPORT_NOW = /\b(?:write|give)\b.{0,12}\breport\b.{0,12}\bnow\b|\blast step\b/i;

/** "stop", "stop and report", "write your report now": ends the turn at the next request. */
export function asksToStop(text: string): boolean {
  return STOP.test(text) || REPORT_NOW.test(text);
}

/** "instead …": what was planned is dropped. */
export function asksForOtherWork(text: string): boolean {
  return /\binstead\b/i.test(text);
}

export const readStop: ClauseReader = (clause) =>
  asksToStop(clause)
    ? { key: 'stop', run: () => atOnce({ said: 'Nothing is running here, so there is nothing to stop.' }) }
    : undefined;
