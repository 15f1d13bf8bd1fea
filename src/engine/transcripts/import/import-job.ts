import type { PriceTable } from '../../../core/session/cost.ts';
import { Checkpoint, type ImportProgress } from './checkpoint.ts';
import type { TranscriptSource } from './collect-sources.ts';
import { type SourceSummary, summariseSource } from './summarise-source.ts';
import { type ImportedSession, writeSession } from './write-session.ts';

/** Work on one transcript, as it crosses to a worker thread. */
export type ImportJob =
  | { readonly kind: 'summary'; readonly source: TranscriptSource; readonly prices: PriceTable | null }
  | {
      readonly kind: 'write';
      readonly source: TranscriptSource;
      readonly prices: PriceTable | null;
      readonly home: string;
    };

export type JobResult =
  | { readonly kind: 'summary'; readonly value: SourceSummary }
  | { readonly kind: 'write'; readonly value: ImportedSession };

export async function runJob(
  job: ImportJob,
  signal?: AbortSignal,
  report?: (progress: ImportProgress) => void,
): Promise<JobResult> {
  const options = { prices: job.prices, live: false, holdLast: false, checkpoint: new Checkpoint(signal, report) };
  if (job.kind === 'summary') return { kind: 'summary', value: await summariseSource(job.source, options) };
  return { kind: 'write', value: await writeSession(job.home, job.source, options) };
}
