import type { Virtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { estimateOf } from './estimate.ts';
import type { TranscriptRow } from './rows.ts';

/**
 * An answer that ends becomes a message with a row of its own. That row takes over the height which the answer had while
 * it streamed: with an estimate instead, whoever reads in the middle of it would find themselves somewhere else.
 */
export function useHandOver(
  rows: readonly TranscriptRow[],
  { itemSizeCache }: Virtualizer<HTMLDivElement, Element>,
): void {
  const known = useRef(rows);
  const before = known.current;
  if (before === rows) return;
  known.current = rows;
  const last = before.length - 1;
  const height = itemSizeCache.get('live');
  const isGrown = before[last]?.kind === 'live' && before[last - 1]?.key === rows[last - 1]?.key;
  if (!isGrown || height === undefined) return;
  const fresh = rows.slice(last);
  const heir = fresh.find((row) => row.kind === 'text');
  if (!heir || itemSizeCache.has(heir.key)) return;
  const thoughts = fresh.filter((row) => row.kind === 'thought');
  itemSizeCache.set(heir.key, height - thoughts.reduce((total, row) => total + estimateOf(row), 0));
}
