import { createStore } from 'zustand/vanilla';

const KEY = 'forkscope.contrast';

export interface Contrast {
  /** Null follows the system. */
  readonly wanted: 'more' | 'plain' | null;
  choose(wanted: Contrast['wanted']): void;
}

/** High contrast by choice. Kept by the window itself: it must hold before the first settings have arrived. */
export const contrastStore = createStore<Contrast>()((set) => ({
  wanted: stored(),
  choose(wanted) {
    set({ wanted });
    if (wanted === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, wanted);
  },
}));

function stored(): Contrast['wanted'] {
  const value = window.localStorage.getItem(KEY);
  return value === 'more' || value === 'plain' ? value : null;
}
