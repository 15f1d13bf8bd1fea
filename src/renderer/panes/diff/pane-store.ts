import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { PastFiles } from '../../../core/worktree/past-files.ts';

/** A comment that is being written. It lives outside the rows: a virtualised row forgets its own state. */
export interface LineDraft {
  readonly path: string;
  readonly side: 'old' | 'new';
  readonly from: number;
  readonly to: number;
  /** Its field has not had the focus yet. */
  readonly isFresh: boolean;
}

/** A line to bring into view; `line` null means the file's head. */
export interface LineJump {
  readonly path: string;
  readonly at: { readonly side: 'old' | 'new'; readonly line: number } | null;
  /** Counts up, so that the same line can be asked for twice. */
  readonly wish: number;
}

export interface DiffPaneState {
  /** Files that a person unfolded or folded, by path; absent means the file's own default. */
  readonly folds: { readonly [path: string]: boolean };
  readonly closedFolders: ReadonlySet<string>;
  readonly filter: string;
  readonly draft: LineDraft | null;
  readonly jump: LineJump | null;
  /** The change that "next" goes on from; null when the person scrolled away from it. */
  readonly current: { readonly path: string; readonly index: number } | null;
}

export function createDiffPaneStore(): StoreApi<DiffPaneState> {
  return createStore<DiffPaneState>()(() => ({
    folds: {},
    closedFolders: new Set(),
    filter: '',
    draft: null,
    jump: null,
    current: null,
  }));
}

export interface DiffPaneActions {
  readonly branch: string;
  /** The branch on the other side; null for the base commit. */
  readonly against: string | null;
  /** The moment whose files are shown; null for the files as they are now. */
  readonly past: PastFiles | null;
  readonly store: StoreApi<DiffPaneState>;
  /** Element that scrolls the files. */
  scroller(): HTMLElement | null;
  /** Height of a file's section in CSS pixels as it was last measured; 0 when it was not. */
  heightOf(path: string): number;
  /** Gives the keyboard back to the files. */
  focus(): void;
}

export const DiffPaneContext = createContext<DiffPaneActions | null>(null);

export function useDiffPane(): DiffPaneActions {
  const pane = useContext(DiffPaneContext);
  if (!pane) throw new Error('A file stands outside its diff pane.');
  return pane;
}

export function useDiffPaneState<T>(select: (state: DiffPaneState) => T): T {
  return useStore(useDiffPane().store, select);
}
