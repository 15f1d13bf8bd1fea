import type PQueue from 'p-queue';

/**
 * Calls `listener` once when the signal aborts, and now if it has already: an `AbortSignal` does not tell that again.
 * @returns what takes the listener away.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  if (signal.aborted) {
    listener();
    return () => {};
  }
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/**
 * Runs a task when its turn in the queue comes. An abort before that gives the turn up and rejects at once with the
 * signal's reason; a task that runs has to look at the signal itself, and is waited for, so that it can clean up.
 */
export async function inTurn<T>(queue: PQueue, signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
  if (!signal) return queue.add(task);
  const waiting = new AbortController();
  const stop = onAbort(signal, () => waiting.abort(signal.reason));
  const begin = () => {
    stop();
    return task();
  };
  return queue.add(begin, { signal: waiting.signal });
}

/** What the work gives, or a rejection with the signal's reason at the moment of an abort; the work itself goes on. */
export async function unlessAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (!signal) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = onAbort(signal, () => reject(signal.reason));
  });
  return Promise.race([work, aborted]).finally(() => stop());
}
