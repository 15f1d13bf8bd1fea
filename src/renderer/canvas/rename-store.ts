import { createStore } from 'zustand/vanilla';

export interface Renaming {
  /** The branch whose name is being written; null when none is. */
  readonly branch: string | null;
  begin(branch: string): void;
  end(): void;
}

export const renameStore = createStore<Renaming>()((set) => ({
  branch: null,
  begin: (branch) => set({ branch }),
  end: () => set({ branch: null }),
}));
