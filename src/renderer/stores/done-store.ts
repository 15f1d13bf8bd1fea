import { createStore } from 'zustand/vanilla';

/** Something a person just did, and the way to take it back. */
export interface Done {
  readonly id: number;
  readonly branch: string | null;
  readonly text: string;
  readonly action: { readonly name: string; readonly run: () => void } | null;
  /** False when it stays in sight whichever session is opened. */
  readonly ofSession?: boolean;
}

export interface DoneState {
  readonly items: readonly Done[];
  report(done: Omit<Done, 'id'>): void;
  dismiss(id: number): void;
  /** Forgets what belongs to a session. */
  clear(): void;
}

/** More than this many at once help nobody; the oldest go first. */
const MAX_SHOWN = 2;
let nextId = 1;

/** Notices of what was done. They stay until dismissed, or until their action is taken. */
export const doneStore = createStore<DoneState>()((set) => ({
  items: [],
  report: (done) => set(({ items }) => ({ items: [...items, { ...done, id: nextId++ }].slice(-MAX_SHOWN) })),
  dismiss: (id) => set(({ items }) => ({ items: items.filter((item) => item.id !== id) })),
  clear: () => set(({ items }) => ({ items: items.filter(({ ofSession }) => ofSession === false) })),
}));
