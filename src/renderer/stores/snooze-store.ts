import { createStore } from 'zustand/vanilla';

/** Milliseconds for which a snoozed prompt stays out of the bar. */
export const SNOOZE_MS = 5 * 60_000;

export interface Snoozes {
  /** By prompt: when it comes back, in milliseconds since 1970. */
  readonly until: ReadonlyMap<string, number>;
  snooze(promptId: string, now: number): void;
  wake(promptId: string): void;
}

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Prompts put aside for a while. A snooze is never an answer: the branch goes on waiting, and the prompt comes back. */
export const snoozeStore = createStore<Snoozes>()((set, get) => ({
  until: new Map(),
  snooze(promptId, now) {
    clearTimeout(timers.get(promptId));
    timers.set(
      promptId,
      setTimeout(() => get().wake(promptId), SNOOZE_MS),
    );
    set({ until: new Map(get().until).set(promptId, now + SNOOZE_MS) });
  },
  wake(promptId) {
    clearTimeout(timers.get(promptId));
    timers.delete(promptId);
    const until = new Map(get().until);
    if (until.delete(promptId)) set({ until });
  },
}));
