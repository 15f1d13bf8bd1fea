import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type SearchEnd, type SearchJob, type SearchStep, searchLogs } from './search-logs.ts';

/** What the worker says to its host. The host says only `cancel`. */
export type SearchWord = { readonly step: SearchStep } | { readonly end: SearchEnd };

/** Tells this file's own thread from any other that loads it. */
export const SEARCH_MARK = 'forkscope-search';

/** The file that a worker must load to run this module: itself, whatever a bundler has called it. */
export const searchWorkerUrl: string = import.meta.url;

/** Milliseconds between two words about hits: a common word would else be a flood of messages. */
const SAY_EVERY_MS = 80;

function isOwnThread(data: unknown): data is { mark: typeof SEARCH_MARK; job: SearchJob } {
  return typeof data === 'object' && data !== null && (data as { mark?: unknown }).mark === SEARCH_MARK;
}

if (!isMainThread && parentPort && isOwnThread(workerData)) {
  const port = parentPort;
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  let waiting: SearchStep | null = null;
  let last = 0;
  const flush = (): void => {
    if (waiting) port.postMessage({ step: waiting } satisfies SearchWord);
    waiting = null;
    last = performance.now();
  };
  void searchLogs(workerData.job, stop.signal, (step) => {
    waiting = { ...step, hits: [...(waiting?.hits ?? []), ...step.hits] };
    if (performance.now() - last >= SAY_EVERY_MS) flush();
  })
    .then((end) => {
      flush();
      port.postMessage({ end } satisfies SearchWord);
    })
    .finally(() => port.close());
}
