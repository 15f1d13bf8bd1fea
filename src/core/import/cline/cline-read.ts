import type { Usage } from '../../session/usage.ts';
import { countsAt, type Row } from '../foreign-value.ts';
import type { PartStore, PartsHandle } from '../transcript-draft.ts';
import type { UnknownRows } from '../unknown-rows.ts';

/** A message of the history that the model was sent. */
export interface HistoryMessage {
  readonly role: 'user' | 'model';
  readonly at: number | null;
  readonly parts: PartsHandle;
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly args: unknown }[];
  readonly text: string;
  readonly model: string | null;
}

/** A row of the window. Its text is kept, as the window is read only once all of it is there. */
export interface WindowRow {
  readonly at: number | null;
  readonly type: 'ask' | 'say';
  readonly what: string;
  readonly row: Row;
}

export interface ClineRead {
  readonly window: readonly WindowRow[];
  readonly history: readonly HistoryMessage[];
  readonly model: string | null;
  readonly unknown: UnknownRows;
  readonly store: PartStore;
}

/** The window's own counts, null when it states none that can be true: its input leaves cached tokens out, ours counts them in. */
export function clineUsage(request: Row): Usage | null {
  if (!('tokensIn' in request) && !('tokensOut' in request)) return null;
  const counts = countsAt(request, ['tokensIn', 'tokensOut', 'cacheReads', 'cacheWrites']);
  if (!counts) return null;
  const { tokensIn, tokensOut, cacheReads, cacheWrites } = counts;
  const input = tokensIn + cacheReads + cacheWrites;
  return { input, cacheRead: cacheReads, cacheWrite: cacheWrites, output: tokensOut, thoughts: 0 };
}
