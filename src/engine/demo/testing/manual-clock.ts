import type { DemoClock } from '../demo-clock.ts';

/** A clock that stands still until a test moves it; sleepers wake when their time has come. */
export class ManualClock implements DemoClock {
  #now = 0;
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (ms <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((wake) => {
      this.#sleepers.push({ at: this.#now + ms, wake });
      signal.addEventListener('abort', () => wake());
    });
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#sleepers.filter(({ at }) => at <= this.#now);
    this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#now);
    for (const { wake } of due) wake();
  }

  /** Resolves when somebody sleeps, so that a test knows a request has arrived. */
  async someoneSleeps(count = 1): Promise<void> {
    while (this.#sleepers.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
