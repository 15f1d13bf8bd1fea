import { valueEnd } from '../value-end.ts';

/** Shorter lines are parsed as they are. */
const MIN_LINE = 3_000;
/** Values that say again what stands elsewhere: a result once more for the window, and all earlier messages of a subagent. */
const REPEATED = ['"toolUseResult":', '"normalizedMessages":'];
const AGENT_ID = /"agentId":"([^"\\]{1,200})"/;

/**
 * The line without the large values that only repeat others, so that they are not parsed. In a whole line, such a key with
 * its quotes cannot stand inside a string: there, quotes have backslashes before them. What is damaged stays as it is.
 */
export function slimLine(line: string): string {
  if (line.length < MIN_LINE) return line;
  let slim = line;
  for (const key of REPEATED) {
    const start = slim.indexOf(key) + key.length;
    if (start < key.length) continue;
    const first = slim.charCodeAt(start);
    if (first !== 0x7b && first !== 0x5b) continue;
    const end = valueEnd(slim, start);
    if (end < 0 || end - start < MIN_LINE / 2) continue;
    // Of the result for the window, the subagent's name is needed.
    const agent = AGENT_ID.exec(slim.slice(start, Math.min(end, start + 100_000)))?.[1];
    const rest = agent === undefined ? '{}' : `{"agentId":"${agent}"}`;
    slim = `${slim.slice(0, start)}${rest}${slim.slice(end)}`;
  }
  return slim;
}
