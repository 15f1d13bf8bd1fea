import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { Seam } from '../../../core/compaction/seams.ts';
import type { PaneState } from './pane-context.ts';
import type { TranscriptRow } from './rows.ts';
import { type OpenSeams, seamKey } from './seam-rows.ts';

/** The seams of a pane that are unfolded; the same set while none is folded or unfolded. */
export function useOpenSeams(store: StoreApi<PaneState>): OpenSeams {
  const keys = useStore(store, ({ folds }) =>
    Object.keys(folds)
      .filter((key) => key.startsWith('seam.') && folds[key])
      .join(' '),
  );
  return useMemo(() => new Set(keys.split(' ')), [keys]);
}

/** Unfolds a seam, and asks for its beginning to be brought into view; or folds it again. */
export function toggleSeam(store: StoreApi<PaneState>, key: string): void {
  const isOpen = store.getState().folds[key] ?? false;
  store.setState(({ folds }) => ({ folds: { ...folds, [key]: !isOpen }, gapOf: isOpen ? null : key }));
}

/** Unfolds all, for whoever looks for something that may be behind them. */
export function unfoldSeams(store: StoreApi<PaneState>, seams: readonly Seam[]): void {
  if (seams.length === 0) return;
  const open = Object.fromEntries(seams.map((seam) => [seamKey(seam), true]));
  store.setState(({ folds }) => ({ folds: { ...folds, ...open } }));
}

/** Index of the row at which what is behind the wanted seam begins; -1 for none. */
export function useShownGap(store: StoreApi<PaneState>, rows: readonly TranscriptRow[]): number {
  const wanted = useStore(store, ({ gapOf }) => gapOf);
  return wanted === null ? -1 : rows.findIndex((row) => row.kind === 'gap' && row.seamKey === wanted);
}
