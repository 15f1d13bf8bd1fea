import { Worker } from 'node:worker_threads';
import { onAbort } from '../../abort.ts';
import { EngineFault } from '../../engine-fault.ts';
import { ImportCancelled, type ImportProgress } from './checkpoint.ts';
import { type ImportJob, type JobResult, type JobStep, runJob } from './import-job.ts';
import type { WorkerWord } from './import-worker.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Everything that the job tells before its end, progress included. */
  readonly onStep?: (step: JobStep) => void;
  /** Sources of more bytes than this are read in a worker thread. */
  readonly workerAboveBytes?: number;
  /** The worker's file, when it is not the one beside this module. */
  readonly workerFile?: string;
}

/** Reading less than this takes less time than starting a thread. */
const WORKER_ABOVE_BYTES = 8 << 20;

/** Room for the index of the largest sources. The young generation stays small: it counts as resident at once. */
const LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 2_048 };

/**
 * Runs work on transcripts: in a worker thread, unless it is known to be small. Rejects with `ImportCancelled` after an abort, and
 * with an `EngineFault` in plain words when the source cannot be read.
 */
export async function runImport(job: ImportJob, options: RunOptions = {}): Promise<JobResult> {
  options.signal?.throwIfAborted();
  const hear = (step: JobStep) => {
    options.onStep?.(step);
    if (step.kind === 'progress') options.onProgress?.(step.progress);
  };
  if ('source' in job && job.source.bytes <= (options.workerAboveBytes ?? WORKER_ABOVE_BYTES))
    return runJob(job, options.signal, hear);
  // Loaded on demand, so that a bundler makes it a file of its own, which a worker can load.
  const { workerUrl, WORKER_MARK } = await import('./import-worker.ts');
  const file = options.workerFile ?? workerUrl;
  // Sources run as they are only where Node strips types; elsewhere the work gives way to the event loop instead.
  if (file.endsWith('.ts')) return runJob(job, options.signal, hear);
  return inWorker(
    new Worker(new URL(file), { workerData: { mark: WORKER_MARK, job }, resourceLimits: LIMITS }),
    options.signal,
    hear,
  );
}

function inWorker(worker: Worker, signal: AbortSignal | undefined, hear: (step: JobStep) => void): Promise<JobResult> {
  const release = signal && onAbort(signal, () => worker.postMessage('cancel'));
  return new Promise<JobResult>((resolve, reject) => {
    worker.on('message', (word: WorkerWord) => {
      if (word.word === 'step') hear(word.step);
      else if (word.word === 'done') resolve(word.result);
      else reject(word.cancelled ? new ImportCancelled() : new EngineFault(word.code, word.message));
    });
    worker.on('error', (error: Error) =>
      reject(new EngineFault('worker', `The import stopped: ${error.message}. Try again, or import a smaller file.`)),
    );
    worker.on('exit', () => reject(new EngineFault('worker', 'The import stopped before its end. Try again.')));
  }).finally(() => release?.());
}
