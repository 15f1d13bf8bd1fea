import { createStore } from 'zustand/vanilla';

/** What one "abort" or "pause" over several branches stopped. */
export interface StoppedSet {
  readonly how: 'aborted' | 'paused';
  readonly branches: readonly string[];
  /** Branches that were asked to stop and did not, e.g. because they wait for an answer. */
  readonly left: readonly string[];
}

export interface Stopped {
  readonly last: StoppedSet | null;
  /** Branches that were asked to pause at their next step, and not to go on since. */
  readonly pausing: ReadonlySet<string>;
  record(stopped: StoppedSet): void;
  /** Ends the record: they go on again, or nobody wants them to. */
  forget(): void;
  setPausing(branch: string, pausing: boolean): void;
  /** These were stopped outright: nothing is left of a wish to pause them. */
  endPausing(branches: readonly string[]): void;
  /** Forgets what belongs to a session. */
  reset(): void;
}

/** The record of the last time several branches were stopped at once, so that just those can be resumed. */
export const stoppedStore = createStore<Stopped>()((set, get) => ({
  last: null,
  pausing: new Set(),
  record: (last) => set({ last: last.branches.length === 0 && last.left.length === 0 ? null : last }),
  forget: () => set({ last: null }),
  setPausing(branch, isPausing) {
    const pausing = new Set(get().pausing);
    if (isPausing) pausing.add(branch);
    else pausing.delete(branch);
    set({ pausing });
  },
  endPausing(branches) {
    const ended = new Set(branches);
    set({ pausing: new Set([...get().pausing].filter((id) => !ended.has(id))) });
  },
  reset: () => set({ last: null, pausing: new Set() }),
}));
