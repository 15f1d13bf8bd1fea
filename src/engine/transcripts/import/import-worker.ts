import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asFault } from '../../engine-fault.ts';
import { type ImportJob, type JobResult, type JobStep, runJob } from './import-job.ts';

/** What the worker says to its host. The host says only `cancel`. */
export type WorkerWord =
  | { readonly word: 'step'; readonly step: JobStep }
  | { readonly word: 'done'; readonly result: JobResult }
  | { readonly word: 'failed'; readonly code: string; readonly message: string; readonly cancelled: boolean };

/** Tells this file's own thread from any other that loads it. */
export const WORKER_MARK = 'forkscope-import';

/** The file that a worker must load to run this module: itself, whatever a bundler has called it. */
export const workerUrl: string = import.meta.url;

function isOwnThread(data: unknown): data is { mark: typeof WORKER_MARK; job: ImportJob } {
  return typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === WORKER_MARK;
}

/** Steps of which a later one makes up for one that was not told. */
function isProgress(step: JobStep): boolean {
  return step.kind === 'progress' || (step.kind === 'paths' && step.step.kind === 'at');
}

if (!isMainThread && parentPort && isOwnThread(workerData)) {
  const port = parentPort;
  const say = (word: WorkerWord) => port.postMessage(word);
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  let last = 0;
  const report = (step: JobStep) => {
    if (isProgress(step)) {
      if (performance.now() - last < 100) return;
      last = performance.now();
    }
    say({ word: 'step', step });
  };
  runJob(workerData.job, stop.signal, report)
    .then((result) => say({ word: 'done', result }))
    .catch((error: unknown) => say({ word: 'failed', ...asFault(error), cancelled: stop.signal.aborted }))
    .finally(() => port.close());
}
