import type { Message } from '../session/message.ts';
import { messageBytes } from './message-bytes.ts';
import { holdsResults } from './results-in.ts';

/** A run of messages that can leave: from the first index up to, but not including, the last. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/**
 * The runs that have to go so that at most `targetBytes` are left, or all that may go when that is not enough. What
 * stays: the first pair with its results, the last instruction, and the last step. No call loses its result, and roles
 * go on alternating over every gap. The oldest goes first.
 */
export function removableRuns(messages: readonly Message[], targetBytes: number): Run[] {
  const sizes = messages.map(messageBytes);
  let left = sizes.reduce((total, size) => total + size, 0);
  const runs: Run[] = [];
  for (const { from, last } of spans(messages)) {
    if (left <= targetBytes) break;
    let to = from;
    for (let end = from + 1; end <= last && left > targetBytes; end++) {
      if (!canJoin(messages, from, end)) continue;
      left -= sizes.slice(to, end).reduce((total, size) => total + size, 0);
      to = end;
    }
    if (to > from) runs.push({ from, to });
  }
  return runs;
}

/** Where runs may begin, and the largest index at which what is kept may go on: first the past, then this turn's steps. */
function spans(messages: readonly Message[]): { from: number; last: number }[] {
  const head = holdsResults(messages[2]) ? 3 : 2;
  const instruction = messages.findLastIndex((message) => message.role === 'user' && !holdsResults(message));
  const lastStep = messages.findLastIndex(({ role }) => role === 'model');
  return [
    ...(instruction > head ? [{ from: head, last: instruction }] : []),
    { from: Math.max(head, instruction + 1), last: lastStep },
  ];
}

/** Whether what stands before `from` and what begins at `to` can follow each other. */
function canJoin(messages: readonly Message[], from: number, to: number): boolean {
  const [before, after] = [messages[from - 1], messages[to]];
  if (!before || !after || before.role === after.role) return false;
  return !holdsResults(messages[from]) && !holdsResults(after);
}
