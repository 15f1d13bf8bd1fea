import type { Usage } from '../../session/usage.ts';
import { countAt, type Row } from '../foreign-value.ts';
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

/** The window's own counts: its input leaves cached tokens out, ours counts them in. */
export function clineUsage(request: Row): Usage | null {
  if (!('tokensIn' in request) && !('tokensOut' in request)) return null;
  const cacheRead = countAt(request, 'cacheReads');
  const cacheWrite = countAt(request, 'cacheWrites');
  const input = countAt(request, 'tokensIn') + cacheRead + cacheWrite;
  return { input, cacheRead, cacheWrite, output: countAt(request, 'tokensOut'), thoughts: 0 };
}
