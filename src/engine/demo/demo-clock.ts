/** Time for the server; tests pass their own. */
export interface DemoClock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Resolves after `ms`, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: DemoClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    ms <= 0 || signal.aborted
      ? Promise.resolve()
      : new Promise((resolve) => {
          const finish = () => {
            clearTimeout(timer);
            signal.removeEventListener('abort', finish);
            resolve();
          };
          const timer = setTimeout(finish, ms);
          signal.addEventListener('abort', finish);
        }),
};
