/**
 * Joins calls for the same work: whoever asks while a run is going on shares the next one, which begins after it. So a
 * result is never older than the call, and any number of calls at once cost two runs.
 */
export class SharedRuns<T> {
  readonly #running = new Map<string, Promise<T>>();
  readonly #next = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const planned = this.#next.get(key);
    if (planned !== undefined) return planned;
    const running = this.#running.get(key);
    if (running === undefined) return this.#start(key, work);
    const begin = () => {
      this.#next.delete(key);
      return this.#start(key, work);
    };
    const next = running.then(begin, begin);
    this.#next.set(key, next);
    return next;
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const run = work();
    this.#running.set(key, run);
    const end = () => {
      if (this.#running.get(key) === run) this.#running.delete(key);
    };
    run.then(end, end);
    return run;
  }
}
