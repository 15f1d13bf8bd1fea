import { setTimeout as wait } from 'node:timers/promises';

/** A promise that is settled from outside, once. */
export class Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;

  constructor() {
    let settle: (value: Value) => void = () => undefined;
    this.promise = new Promise((resolve) => {
      settle = resolve;
    });
    this.resolve = settle;
  }
}

/** Waits for a promise, but no longer than that. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  const timeout = new AbortController();
  const timer = wait(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([promise, timer]);
  timeout.abort();
}
