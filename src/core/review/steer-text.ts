import type { LinesPlace } from './entries.ts';

/**
 * A comment on lines of a diff as the fork gets it: where, which lines, and what the person says about them. `hunk` is the
 * lines with what stands around them, when they are at hand.
 */
export function steerText({ path, side, from, to, excerpt }: LinesPlace, text: string, hunk = excerpt): string {
  const lines = from === to ? `line ${from}` : `lines ${from} to ${to}`;
  const which = side === 'old' ? `${lines} before your change` : lines;
  const fence = fenceAround(hunk);
  return `Review comment on ${path}, ${which}:\n\n${fence}diff\n${hunk.trimEnd()}\n${fence}\n\n${text.trim()}`;
}

/** Longer than any run of backticks inside, so that the excerpt cannot end its own block. */
function fenceAround(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(longest + 1);
}
