import type { BranchState } from '../../core/session/state.ts';
import { plainText } from '../panes/transcript/output-lines.ts';

/** Pieces of output in which the last line is looked for: a prompt is short, and may come in a few pieces. */
const PIECES = 12;
const CURSOR = '|';

export interface OpenQuestion {
  readonly callId: string;
  /** What stands before the cursor, e.g. `Proceed? [y/N] `. */
  readonly line: string;
}

/**
 * The line that the running command has written without an end, which is how a program asks; null when there is none.
 * A line that still grows looks the same, so that whoever shows it waits until it has been still for a while.
 */
export function openQuestionOf({ calls, callOrder, terminal }: BranchState): OpenQuestion | null {
  const callId = callOrder.findLast((id) => calls[id]?.name === 'bash' && calls[id]?.status === 'running');
  if (callId === undefined || terminal.at(-1)?.callId !== callId) return null;
  const own = terminal.slice(-PIECES).filter((piece) => piece.callId === callId);
  // The mark stands where the cursor is: without it the end of a finished line would be trimmed away.
  const text = plainText(`${own.map(({ data }) => data).join('')}${CURSOR}`);
  const line = text.slice(text.lastIndexOf('\n') + 1, -1).trim();
  return line === '' ? null : { callId, line };
}
