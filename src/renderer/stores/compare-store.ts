import { createStore } from 'zustand/vanilla';

export interface CompareWish {
  /** The branches to be read side by side, at least two; empty before anybody asked. */
  readonly branches: readonly string[];
  /** Counts up with each wish, so that the same branches can be asked for again. */
  readonly wish: number;
  ask(branches: readonly string[]): void;
}

/** "Compare these": asked for on the tree, answered by whoever shows the comparison. */
export const compareStore = createStore<CompareWish>()((set, get) => ({
  branches: [],
  wish: 0,
  ask: (branches) => set({ branches, wish: get().wish + 1 }),
}));
