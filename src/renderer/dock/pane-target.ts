import { createStore } from 'zustand/vanilla';
import { openPane } from './open-pane.ts';

/** A place inside a pane that it should bring into view. */
export interface PaneTarget {
  readonly kind: 'transcript' | 'diff' | 'branches' | 'conflicts';
  readonly branch: string;
  /** A message id, a call id, a file's path; a branch in the list of branches; two sides of the conflict matrix. */
  readonly place: string;
  /** Counts up, so that the same place can be asked for twice. */
  readonly wish: number;
}

export interface PaneTargets {
  readonly target: PaneTarget | null;
}

export const paneTargetStore = createStore<PaneTargets>()(() => ({ target: null }));

/** Opens a pane and brings a place of it into view: a file in a diff, a message or a call in a transcript. */
export function openAt(kind: PaneTarget['kind'], branch: string, place: string): void {
  const wish = (paneTargetStore.getState().target?.wish ?? 0) + 1;
  paneTargetStore.setState({ target: { kind, branch, place, wish } });
  openPane(kind, branch);
}
