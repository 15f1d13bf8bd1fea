import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Message } from '../../../core/session/message.ts';
import { paneTargetStore } from '../../dock/pane-target.ts';
import { useSession } from '../../stores/use-session.ts';
import type { Transcript } from './feed.ts';
import { inheritedEntries } from './inherited.ts';
import type { TranscriptRow } from './rows.ts';

export interface Place {
  /** Row to bring into view; -1 when there is none, or it is not shown yet. */
  readonly index: number;
  /** True when it stands among the messages shared with the parent, which are folded. */
  readonly isShared: boolean;
  /** True when it left the context, and is folded. */
  readonly isBehind: boolean;
}

const NOWHERE: Place = { index: -1, isShared: false, isBehind: false };

/** The row that a link or a jump from another pane asks for. Its identity changes with each wish. */
export function usePlace(branch: string, { rows, behind }: Transcript): Place {
  const target = useStore(paneTargetStore, (state) => state.target);
  const wanted = target?.kind === 'transcript' && target.branch === branch ? target : null;
  const index = wanted === null ? -1 : rows.findIndex((row) => isAt(row, wanted.place));
  const isShared = useSession((state) => {
    const found = state.branches[branch];
    if (wanted === null || index >= 0 || !found) return false;
    return inheritedEntries(state, found).some(({ entry }) => holds(entry.message, wanted.place));
  });
  const isBehind = useSession((state) => {
    if (wanted === null || index >= 0 || behind.size === 0) return false;
    const entries = state.branches[branch]?.entries ?? [];
    return entries.some(({ message }) => behind.has(message.id) && holds(message, wanted.place));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is new, though it leads to the same row
  return useMemo(
    () => (wanted === null ? NOWHERE : { index, isShared, isBehind }),
    [wanted?.wish, index, isShared, isBehind],
  );
}

function holds({ id, parts }: Message, place: string): boolean {
  return id === place || parts.some((part) => part.kind === 'call' && part.callId === place);
}

function isAt(row: TranscriptRow, place: string): boolean {
  if (row.kind === 'call' && row.call.callId === place) return true;
  return 'messageId' in row && row.messageId === place;
}
