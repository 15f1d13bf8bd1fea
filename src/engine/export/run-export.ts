import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { onAbort } from '../abort.ts';
import { EngineFault } from '../engine-fault.ts';
import { type Exported, type ExportJob, type ExportProgress, runExportJob } from './export-job.ts';
import { exportTarget, partialFile } from './export-target.ts';
import type { ExportWord } from './export-worker.ts';

export interface RunExportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** Room for all events of the largest sessions at once, before and after redaction. */
const LIMITS = { maxYoungGenerationSizeMb: 64, maxOldGenerationSizeMb: 4_096 };

/**
 * Exports in a worker thread, so that neither a branch nor the window ever waits. An abort ends the thread at once and
 * rejects with the fault `cancelled`; nothing half-written stays.
 */
export async function runExport(job: ExportJob, options: RunExportOptions = {}): Promise<Exported> {
  const { signal, onProgress = () => {} } = options;
  if (signal?.aborted) throw cancelled();
  // Loaded on demand, so that a bundler makes it a file of its own, which a worker can load.
  const { exportWorkerUrl, EXPORT_MARK } = await import('./export-worker.ts');
  // Sources run as they are only where Node strips types; there the work stays in this thread.
  if (exportWorkerUrl.endsWith('.ts')) return runExportJob(job, onProgress);
  const worker = new Worker(new URL(exportWorkerUrl), {
    workerData: { mark: EXPORT_MARK, job },
    resourceLimits: LIMITS,
  });
  const release = signal && onAbort(signal, () => void worker.terminate());
  try {
    return await answerOf(worker, onProgress);
  } catch (error) {
    if (!signal?.aborted) throw error;
    if (job.kind === 'write') await rm(partialFile(await exportTarget(job.file)), { force: true });
    throw cancelled();
  } finally {
    release?.();
  }
}

function answerOf(worker: Worker, onProgress: (progress: ExportProgress) => void): Promise<Exported> {
  return new Promise<Exported>((resolve, reject) => {
    worker.on('message', (word: ExportWord) => {
      if (word.word === 'progress') onProgress(word.progress);
      else if (word.word === 'done') resolve(word.result);
      else reject(new EngineFault(word.code, word.message));
    });
    worker.on('error', (error: Error) =>
      reject(
        new EngineFault('worker', `The export stopped: ${error.message}. Try again, or export a smaller session.`),
      ),
    );
    worker.on('exit', () => reject(new EngineFault('worker', 'The export stopped before its end. Try again.')));
  });
}

function cancelled(): EngineFault {
  return new EngineFault('cancelled', 'The export was cancelled. Nothing was written.');
}
