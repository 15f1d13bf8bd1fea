import { createStore } from 'zustand/vanilla';

export interface Selection {
  /** Branches picked for something to be done with all of them, in the order in which they were picked. */
  readonly picked: ReadonlySet<string>;
  pick(branches: Iterable<string>): void;
  toggle(branch: string): void;
  add(branches: Iterable<string>): void;
  clear(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Several branches at once, beside the one that is selected. */
export const selectionStore = createStore<Selection>()((set, get) => ({
  picked: NONE,
  pick: (branches) => set({ picked: new Set(branches) }),
  toggle(branch) {
    const picked = new Set(get().picked);
    if (!picked.delete(branch)) picked.add(branch);
    set({ picked });
  },
  add: (branches) => set({ picked: new Set([...get().picked, ...branches]) }),
  clear: () => {
    if (get().picked.size > 0) set({ picked: NONE });
  },
}));
