import { createStore } from 'zustand/vanilla';
import type { Fault } from '../../shared/result.ts';

export interface ShownFault {
  readonly id: number;
  readonly fault: Fault;
  /** The branch it happened in; null when it is about the session or the app. */
  readonly branch: string | null;
}

export interface FaultState {
  readonly faults: readonly ShownFault[];
  report(fault: Fault, branch: string | null): void;
  dismiss(id: number): void;
  clear(): void;
}

/** More than this many at once help nobody; the oldest go first. */
const MAX_SHOWN = 3;
let nextId = 1;

/** Faults of calls that have no form or pane of their own to stand in. They stay until dismissed. */
export const faultStore = createStore<FaultState>()((set) => ({
  faults: [],
  report: (fault, branch) =>
    set(({ faults }) => {
      const others = faults.filter((shown) => shown.fault.message !== fault.message || shown.branch !== branch);
      return { faults: [...others, { id: nextId++, fault, branch }].slice(-MAX_SHOWN) };
    }),
  dismiss: (id) => set(({ faults }) => ({ faults: faults.filter((shown) => shown.id !== id) })),
  clear: () => set({ faults: [] }),
}));
