import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asFault } from '../engine-fault.ts';
import { type Exported, type ExportJob, type ExportProgress, runExportJob } from './export-job.ts';

/** What the worker says to its host, which ends it to cancel. */
export type ExportWord =
  | { readonly word: 'progress'; readonly progress: ExportProgress }
  | { readonly word: 'done'; readonly result: Exported }
  | { readonly word: 'failed'; readonly code: string; readonly message: string };

/** Tells this file's own thread from any other that loads it. */
export const EXPORT_MARK = 'forkscope-export';

/** The file that a worker must load to run this module: itself, whatever a bundler has called it. */
export const exportWorkerUrl: string = import.meta.url;

/** Milliseconds between two words about progress. */
const SAY_EVERY_MS = 80;

function isOwnThread(data: unknown): data is { mark: typeof EXPORT_MARK; job: ExportJob } {
  return typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === EXPORT_MARK;
}

if (!isMainThread && parentPort && isOwnThread(workerData)) {
  const port = parentPort;
  const say = (word: ExportWord) => port.postMessage(word);
  let last = 0;
  runExportJob(workerData.job, (progress) => {
    if (performance.now() - last < SAY_EVERY_MS) return;
    last = performance.now();
    say({ word: 'progress', progress });
  })
    .then((result) => say({ word: 'done', result }))
    .catch((error: unknown) => say({ word: 'failed', ...asFault(error) }))
    .finally(() => port.close());
}
