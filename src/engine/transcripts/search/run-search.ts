import { Worker } from 'node:worker_threads';
import { onAbort } from '../../abort.ts';
import { type SearchEnd, type SearchJob, type SearchStep, searchLogs } from './search-logs.ts';
import type { SearchWord } from './search-worker.ts';

/** Searches in a worker thread, so that reading gigabytes of logs never delays a branch. Answers how it ended. */
export async function runSearch(
  job: SearchJob,
  signal: AbortSignal,
  onStep: (step: SearchStep) => void,
): Promise<SearchEnd | 'failed'> {
  // Loaded on demand, so that a bundler makes it a file of its own, which a worker can load.
  const { searchWorkerUrl, SEARCH_MARK } = await import('./search-worker.ts');
  if (signal.aborted) return 'cancelled';
  // Sources run as they are only where Node strips types; there the search stays in this thread.
  if (searchWorkerUrl.endsWith('.ts')) return searchLogs(job, signal, onStep);
  return inWorker(new Worker(new URL(searchWorkerUrl), { workerData: { mark: SEARCH_MARK, job } }), signal, onStep);
}

function inWorker(
  worker: Worker,
  signal: AbortSignal,
  onStep: (step: SearchStep) => void,
): Promise<SearchEnd | 'failed'> {
  const release = onAbort(signal, () => worker.postMessage('cancel'));
  return new Promise<SearchEnd | 'failed'>((resolve) => {
    worker.on('message', (word: SearchWord) => {
      if ('step' in word) onStep(word.step);
      else resolve(word.end);
    });
    worker.on('error', () => resolve('failed'));
    worker.on('exit', () => resolve('failed'));
  }).finally(release);
}
