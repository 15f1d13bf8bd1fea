import { ReplayLog } from '../../src/core/replay/replay-log.ts';
import type { SessionEvent } from '../../src/core/session/events.ts';

/** Milliseconds of parsing the lines, and of folding what they say with lanes and checkpoints: the best of three turns. */
export function measureFold(lines: readonly string[]): { readonly parse: number; readonly whole: number } {
  const best = { parse: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let turn = 0; turn < 3; turn++) {
    const begun = performance.now();
    const events = lines.map((line) => JSON.parse(line) as SessionEvent);
    const parsed = performance.now();
    new ReplayLog().append(events);
    best.parse = Math.min(best.parse, parsed - begun);
    best.whole = Math.min(best.whole, performance.now() - parsed);
  }
  return best;
}
