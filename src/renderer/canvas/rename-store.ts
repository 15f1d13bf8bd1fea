import { createStore } from 'zustand/vanilla';

export interface Renaming {
  /** The branch whose name is being written; null when none is. */
  readonly branch: string | null;
  /** What was written so far; null when nothing was. */
  readonly text: string | null;
  begin(branch: string): void;
  write(text: string): void;
  end(): void;
}

export const renameStore = createStore<Renaming>()((set) => ({
  branch: null,
  text: null,
  begin: (branch) => set({ branch, text: null }),
  write: (text) => set({ text }),
  end: () => set({ branch: null, text: null }),
}));
