import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asFault } from '../../engine-fault.ts';
import type { ImportProgress } from './checkpoint.ts';
import { type ImportJob, type JobResult, runJob } from './import-job.ts';

/** What the worker says to its host. The host says only `cancel`. */
export type WorkerWord =
  | { readonly word: 'progress'; readonly progress: ImportProgress }
  | { readonly word: 'done'; readonly result: JobResult }
  | { readonly word: 'failed'; readonly code: string; readonly message: string; readonly cancelled: boolean };

/** Tells this file's own thread from any other that loads it. */
export const WORKER_MARK = 'forkscope-import';

/** The file that a worker must load to run this module: itself, whatever a bundler has called it. */
export const workerUrl: string = import.meta.url;

function isOwnThread(data: unknown): data is { mark: typeof WORKER_MARK; job: ImportJob } {
  return typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === WORKER_MARK;
}

if (!isMainThread && parentPort && isOwnThread(workerData)) {
  const port = parentPort;
  const say = (word: WorkerWord) => port.postMessage(word);
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  let last = 0;
  const report = (progress: ImportProgress) => {
    if (performance.now() - last < 100) return;
    last = performance.now();
    say({ word: 'progress', progress });
  };
  runJob(workerData.job, stop.signal, report)
    .then((result) => say({ word: 'done', result }))
    .catch((error: unknown) => say({ word: 'failed', ...asFault(error), cancelled: stop.signal.aborted }))
    .finally(() => port.close());
}
