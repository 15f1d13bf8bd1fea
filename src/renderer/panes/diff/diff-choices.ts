import { createStore } from 'zustand/vanilla';

/** How a person reads diffs: kept while the window is open, the same in every diff pane but for the other side. */
export interface DiffChoices {
  /** Null: by the pane's width. */
  readonly isSplit: boolean | null;
  readonly wraps: boolean;
  readonly ignoresSpace: boolean;
  /** What each branch is compared with: another branch's id; absent for its base commit. */
  readonly against: { readonly [branch: string]: string | null };
}

export const diffChoices = createStore<DiffChoices>()(() => ({
  isSplit: null,
  wraps: false,
  ignoresSpace: false,
  against: {},
}));

export function chooseAgainst(branch: string, against: string | null): void {
  diffChoices.setState((state) => ({ against: { ...state.against, [branch]: against } }));
}
