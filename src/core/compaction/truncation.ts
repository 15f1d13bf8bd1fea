import { utf8Length } from '../prefix/build-request.ts';
import type { Message } from '../session/message.ts';
import { applyChange, type CompactionChange, type RewrittenPiece } from './compaction-change.ts';
import { digestOf } from './digest.ts';
import { totalBytes } from './message-bytes.ts';
import { type Run, removableRuns } from './removable-runs.ts';
import { resultsIn } from './results-in.ts';

/** Characters that stay of a long result that has to be shortened, at its beginning and at its end. */
const KEPT_OF_RESULT = { head: 1_200, tail: 600 } as const;

/** How what the model is told of a gap begins. */
export const GAP_MARK = '[Compacted:';

/**
 * Makes room by leaving out the oldest steps, and where that is not enough by shortening long results. As much goes as
 * the overshoot asks for, and the model is told what is gone. Null when nothing can go.
 */
export function planTruncation(messages: readonly Message[], targetBytes: number): CompactionChange | null {
  const runs = removableRuns(messages, targetBytes);
  const change = withoutRuns(messages, runs, (gone) => gapText(gone));
  const left = applyChange(messages, change);
  const rewritten = shortenResults(left, targetBytes);
  return runs.length === 0 && rewritten.length === 0 ? null : { ...change, rewritten };
}

/** The change that takes runs of messages out and says so at the gap, in a user message beside it. */
export function withoutRuns(
  messages: readonly Message[],
  runs: readonly Run[],
  tell: (gone: readonly Message[]) => string,
): CompactionChange {
  const [first] = runs;
  if (!first) return { removed: [], rewritten: [], added: null };
  const before = messages[first.from - 1];
  const place = before?.role === 'user' ? before : messages[first.to];
  const gone = runs.flatMap(({ from, to }) => messages.slice(from, to));
  return {
    removed: runs.map(({ from, to }) => ({ first: messages[from]?.id ?? '', last: messages[to - 1]?.id ?? '' })),
    rewritten: [],
    added: place ? { messageId: place.id, text: tell(gone) } : null,
  };
}

function gapText(gone: readonly Message[]): string {
  const digest = digestOf(gone);
  const head = `${GAP_MARK} ${gone.length} older messages are left out of this conversation to make room. What they held is not known any more; look again at what you need, and do not repeat what was done.`;
  return `${head}${digest === '' ? '' : `\n${digest}`}]`;
}

/** Cuts the middle out of the longest results until the rest fits; the ones that the model has not seen yet last. */
function shortenResults(messages: readonly Message[], targetBytes: number): RewrittenPiece[] {
  const keep = KEPT_OF_RESULT.head + KEPT_OF_RESULT.tail;
  const long = messages
    .flatMap((message, index) =>
      resultsIn(message).map((result) => ({ ...result, messageId: message.id, isNew: index === messages.length - 1 })),
    )
    .filter(({ text }) => text.length > keep * 2)
    .sort((a, b) => Number(a.isNew) - Number(b.isNew) || b.text.length - a.text.length);
  const pieces: RewrittenPiece[] = [];
  let left = totalBytes(messages);
  for (const { messageId, part, from, to, text } of long) {
    if (left <= targetBytes) break;
    const [start, end] = [from + KEPT_OF_RESULT.head, to - KEPT_OF_RESULT.tail];
    const cut = text.slice(KEPT_OF_RESULT.head, -KEPT_OF_RESULT.tail);
    const notice = `\n[… ${cut.length.toLocaleString('en-US')} characters of this result are left out to make room; ask again for the part you need …]\n`;
    left -= utf8Length(cut) - utf8Length(notice);
    pieces.push({ messageId, part, from: start, to: end, text: notice });
  }
  return pieces;
}
