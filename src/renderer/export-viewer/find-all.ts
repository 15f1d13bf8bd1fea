import type { ResultPart } from '../../core/session/message.ts';
import type { SessionState } from '../../core/session/state.ts';
import { type MessageRow, rowsOfEntry } from '../panes/transcript/rows.ts';
import { searchTextOf } from '../panes/transcript/search-text.ts';

export interface FoundPlace {
  readonly branch: string;
  readonly branchTitle: string;
  /** The message, or the call inside it that the words belong to. */
  readonly place: string;
  readonly seq: number;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export const MOST_FOUND = 200;
const CONTEXT = 40;

/** Places in all branches that contain the words; case does not count. */
export function findAll(state: SessionState, query: string): FoundPlace[] {
  const wanted = query.trim().toLowerCase();
  const found: FoundPlace[] = [];
  if (wanted.length < 2) return found;
  for (const id of state.order) {
    const branch = state.branches[id];
    if (!branch) continue;
    const results = new Map<string, ResultPart>();
    for (const { message } of branch.entries) {
      for (const part of message.parts) if (part.kind === 'result') results.set(part.callId, part);
    }
    for (const entry of branch.entries) {
      for (const row of rowsOfEntry(entry, id)) {
        const text = searchTextOf(row, results);
        const at = text.toLowerCase().indexOf(wanted);
        if (at < 0) continue;
        found.push({
          branch: id,
          branchTitle: branch.title || id,
          place: placeOf(row),
          seq: entry.seq,
          ...around(text, at, wanted.length),
        });
        if (found.length >= MOST_FOUND) return found;
      }
    }
  }
  return found;
}

function placeOf(row: MessageRow): string {
  return row.kind === 'call' ? row.call.callId : row.messageId;
}

function around(text: string, at: number, length: number): Pick<FoundPlace, 'before' | 'match' | 'after'> {
  const flat = (part: string): string => part.replace(/\s+/g, ' ');
  const before = text.slice(Math.max(0, at - CONTEXT), at);
  return {
    before: `${at > CONTEXT ? '…' : ''}${flat(before)}`,
    match: flat(text.slice(at, at + length)),
    after: flat(text.slice(at + length, at + length + CONTEXT * 2)),
  };
}
