import type { Desk } from '../desk.ts';
import { describePart } from '../fork-list.ts';
import { atOnce, failed, type Outcome, type Routine, take } from '../routine.ts';
import type { ClauseReader, Task } from '../task.ts';
import { agent } from '../tool-call.ts';

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

export function inWords(count: number): string {
  return COUNTS[count] ?? String(count);
}

/**
 * Starts one fork for each part, all in one message. Where forks cannot be had (no such tool, or every one refused),
 * `byMyself` does the parts here, one after another.
 */
export function forkOut(parts: readonly string[], byMyself: (desk: Desk) => Routine<Outcome>): Task {
  return { key: `fork ${parts.join(' ')}`, run: (desk) => launch(desk, parts, byMyself) };
}

function* launch(desk: Desk, parts: readonly string[], byMyself: (desk: Desk) => Routine<Outcome>): Routine<Outcome> {
  if (!desk.tools.has('agent')) return yield* byMyself(desk);
  const titles = parts.map(describePart);
  const results = yield* take({
    thought: `These ${parts.length} parts do not depend on each other, so each can go to a fork. They share all that I have read.`,
    calls: parts.map((part, index) => agent(titles[index] ?? part, part)),
  });
  const refused = results.filter((result) => result.isError);
  if (refused.length === results.length) {
    desk.unsaid.push(
      `No fork could be started (${refused[0]?.output ?? 'no reason given'}), so I do the parts here, one after another.`,
    );
    return yield* byMyself(desk);
  }
  const running = titles.filter((_, index) => !results[index]?.isError).map((title) => `"${title}"`);
  const them = running.length === 1 ? 'fork is' : 'forks are';
  const said = `${inWords(running.length)} ${them} at work now, side by side: ${running.join(', ')}. I sum up when their reports are in.`;
  if (refused.length === 0) return { said };
  return failed(`${said} ${refused.length} could not be started: ${refused[0]?.output}`);
}

/** A wish to fork that does not say into what. */
export const readForkWithoutParts: ClauseReader = (clause) => {
  if (!/\bforks?\b|\bin parallel\b/i.test(clause)) return undefined;
  const said =
    'Into which parts? Give them as a list, or say for example: fork into two: run `npm test`; read README.md';
  return { key: 'fork without parts', run: () => atOnce({ said, failed: true }) };
};
