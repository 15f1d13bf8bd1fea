import { startsFork } from '../fork/child-message.ts';
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
 * stays: the first pair with its results, what makes a fork a fork, the last instruction, and the last step. No call
 * loses its result, and roles go on alternating over every gap. The oldest goes first.
 */
export function removableRuns(messages: readonly Message[], targetBytes: number): Run[] {
  const sizes = messages.map(messageBytes);
  let left = sizes.reduce((total, size) => total + size, 0);
  const runs: Run[] = [];
  for (const span of spans(messages)) {
    // Where the roles do not fit around the whole span, they do around one that begins a message later.
    for (const from of [span.from, span.from + 1]) {
      if (left <= targetBytes) break;
      let to = from;
      for (let end = from + 1; end <= span.last && left > targetBytes; end++) {
        if (!canJoin(messages, from, end)) continue;
        left -= sizes.slice(to, end).reduce((total, size) => total + size, 0);
        to = end;
      }
      if (to === from) continue;
      runs.push({ from, to });
      break;
    }
  }
  return runs;
}

/** Where runs may begin, and the largest index at which what is kept may go on: between the messages that stay. */
function spans(messages: readonly Message[]): { from: number; last: number }[] {
  const lastStep = messages.findLastIndex(({ role }) => role === 'model');
  const instruction = messages.findLastIndex((message) => message.role === 'user' && !holdsResults(message));
  let from = holdsResults(messages[2]) ? 3 : 2;
  return [...pinned(messages, instruction), { first: lastStep, next: lastStep }]
    .filter(({ first }) => first >= from)
    .map(({ first, next }) => {
      const span = { from, last: first };
      from = Math.max(from, next);
      return span;
    });
}

/** Runs of messages inside that have to stay, each with the index behind it. */
function pinned(messages: readonly Message[], instruction: number): { first: number; next: number }[] {
  const starts = messages.flatMap((message, index) => (startsFork(message) ? [index] : []));
  return [...new Set([...starts, instruction])]
    .filter((index) => index >= 0)
    .sort((a, b) => a - b)
    .map((index) => ({ first: holdsResults(messages[index]) ? index - 1 : index, next: index + 1 }));
}

/** Whether what stands before `from` and what begins at `to` can follow each other. */
function canJoin(messages: readonly Message[], from: number, to: number): boolean {
  const [before, after] = [messages[from - 1], messages[to]];
  if (!before || !after || before.role === after.role) return false;
  return !holdsResults(messages[from]) && !holdsResults(after);
}
