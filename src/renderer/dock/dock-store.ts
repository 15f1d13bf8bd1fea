import type { DockviewApi } from 'dockview-react';
import { createStore } from 'zustand/vanilla';

export interface DockState {
  /** The dock's own handle while it is on screen. */
  readonly api: DockviewApi | null;
  readonly panes: number;
  /** True while one group of panes has the whole dock. */
  readonly maximised: boolean;
}

export const dockStore = createStore<DockState>()(() => ({ api: null, panes: 0, maximised: false }));
