import { createStore } from 'zustand/vanilla';

export interface BranchNames {
  /** Names that a person gave to branches of the open session, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** An empty name takes the given one away. */
  rename(branch: string, name: string): void;
}

/** A person's own names for branches. The log keeps the agent's titles; these only stand in front of them. */
export const namesStore = createStore<BranchNames>()((set, get) => ({
  names: new Map(),
  rename(branch, name) {
    const names = new Map(get().names);
    if (name.trim() === '') names.delete(branch);
    else names.set(branch, name.trim());
    set({ names });
  },
}));
