import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';

/** What rows need from their pane. It lives outside the rows: a virtualised row forgets its own state when it scrolls away. */
export interface PaneState {
  /** Rows and parts that a person (or find) unfolded or folded, by key; absent means the row's own default. */
  readonly folds: { readonly [key: string]: boolean };
  /** The message whose fork form is open, if any. */
  readonly forkAt: string | null;
  /** The row that find stands on. */
  readonly found: string | null;
  /** True while the pointer or the focus is in the pane. */
  readonly isUsed: boolean;
  /** The seam whose beginning is to be brought into view. */
  readonly gapOf: string | null;
}

export interface PaneActions {
  readonly branch: string;
  readonly store: StoreApi<PaneState>;
  openBranch(branch: string): void;
  /** Opens another branch's transcript at a message or a call. */
  openPlace(branch: string, place: string): void;
  /** Starts a fork at a message of `owner`; opens the form when the shell gave no handler. Null where nothing can run. */
  readonly fork: ((owner: string, messageId: string, key: string) => void) | null;
  /** Unfolds what is behind a seam and brings its beginning into view, or folds it again. */
  toggleBehind(seamKey: string): void;
  /** Called before a person changes a row's height, so that the pane stops following the end. */
  hold(): void;
}

export function createPaneStore(): StoreApi<PaneState> {
  return createStore<PaneState>()(() => ({ folds: {}, forkAt: null, found: null, isUsed: false, gapOf: null }));
}

export const PaneContext = createContext<PaneActions | null>(null);

export function usePane(): PaneActions {
  const pane = useContext(PaneContext);
  if (!pane) throw new Error('A transcript row stands outside its pane.');
  return pane;
}

/** Whether a part is unfolded, and how to change it. */
export function useFold(key: string, initially = false): [boolean, () => void] {
  const { store, hold } = usePane();
  const isOpen = useStore(store, (state) => state.folds[key] ?? initially);
  const toggle = () => {
    hold();
    store.setState((state) => ({ folds: { ...state.folds, [key]: !isOpen } }));
  };
  return [isOpen, toggle];
}
