import type { Message, TextPart } from '../session/message.ts';
import { applyChange, type CompactionChange } from './compaction-change.ts';
import { totalBytes } from './message-bytes.ts';
import { removableRuns } from './removable-runs.ts';
import { withoutRuns } from './truncation.ts';

/**
 * Asks for the summary. It is added to the very messages that the next request would have had, so all in front of it is
 * the same prefix, and comes from the cache.
 */
export const SUMMARY_REQUEST: TextPart = {
  kind: 'text',
  text: [
    'This message is not part of the task. The conversation has grown too long and is about to be shortened: of what',
    'stands above, only the first messages, the last instruction and the last step will stay. Write what must not be lost',
    'between them, in at most 800 words and without any tool call: what was asked, in the words that matter; what was',
    'done and decided, and why; what was found, with paths, names and numbers; what failed; which files were changed; and',
    'what comes next. Facts only, no introduction.',
  ].join('\n'),
};

/** The messages of a request for a summary; roles go on alternating. */
export function summaryMessages(messages: readonly Message[], id: string): readonly Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [...messages, { id, role: 'user', parts: [SUMMARY_REQUEST] }];
  return [...messages.slice(0, -1), { ...last, id, parts: [...last.parts, SUMMARY_REQUEST] }];
}

/** True when there is something between the first pair and the last step that a summary could stand for. */
export function canSumUp(messages: readonly Message[]): boolean {
  return removableRuns(messages, 0).length > 0;
}

/** Puts a summary in the place of what it sums up. Null when it is blank, or would not make the context smaller. */
export function planSummary(messages: readonly Message[], summary: string): CompactionChange | null {
  const text = summary.trim();
  const runs = removableRuns(messages, 0);
  if (text === '' || runs.length === 0) return null;
  const tell = (gone: readonly Message[]) =>
    `<summary messages="${gone.length}">\n${text}\n</summary>\nThe summary stands for ${gone.length} older messages that are left out here to make room.`;
  const change = withoutRuns(messages, runs, tell);
  return totalBytes(applyChange(messages, change)) < totalBytes(messages) ? change : null;
}
