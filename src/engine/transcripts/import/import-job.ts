import type { PriceTable } from '../../../core/session/cost.ts';
import type { SessionEvent } from '../../../core/session/events.ts';
import type { FoundTranscript, ImportedSession } from '../../../shared/import-calls.ts';
import { onAbort } from '../../abort.ts';
import { Checkpoint, type ImportProgress } from './checkpoint.ts';
import type { TranscriptSource } from './collect-sources.ts';
import { type FindPlaces, findTranscripts } from './find-transcripts.ts';
import { followTranscript } from './follow-transcript.ts';
import { importPaths, type PathsJob, type PathsStep } from './import-paths.ts';
import { type SourceSummary, summariseSource } from './summarise-source.ts';
import { writeSession } from './write-session.ts';

interface OnSource {
  readonly source: TranscriptSource;
  readonly prices: PriceTable | null;
}

/** Work on transcripts, as it crosses to a worker thread. */
export type ImportJob =
  | (OnSource & { readonly kind: 'summary' })
  | (OnSource & { readonly kind: 'write'; readonly home: string })
  | (PathsJob & { readonly kind: 'paths' })
  | { readonly kind: 'find'; readonly places: FindPlaces }
  /** Goes on until it is aborted. */
  | { readonly kind: 'follow'; readonly path: string; readonly prices: PriceTable | null };

export type JobResult =
  | { readonly kind: 'summary'; readonly value: SourceSummary }
  | { readonly kind: 'write'; readonly value: ImportedSession }
  | { readonly kind: 'paths' | 'find' | 'follow' };

/** What a job tells before its end. */
export type JobStep =
  | { readonly kind: 'progress'; readonly progress: ImportProgress }
  | { readonly kind: 'found'; readonly found: readonly FoundTranscript[] }
  | { readonly kind: 'paths'; readonly step: PathsStep }
  /** New events of a followed transcript; `anew` when they replace all before. */
  | { readonly kind: 'events'; readonly events: readonly SessionEvent[]; readonly anew: boolean }
  /** A followed transcript cannot be read just now, in one plain sentence. */
  | { readonly kind: 'fault'; readonly message: string };

export async function runJob(
  job: ImportJob,
  signal?: AbortSignal,
  onStep: (step: JobStep) => void = () => {},
): Promise<JobResult> {
  const checkpoint = new Checkpoint(signal, (progress) => onStep({ kind: 'progress', progress }));
  switch (job.kind) {
    case 'summary':
    case 'write': {
      const options = { prices: job.prices, live: false, holdLast: false, checkpoint };
      return job.kind === 'summary'
        ? { kind: 'summary', value: await summariseSource(job.source, options) }
        : { kind: 'write', value: await writeSession(job.home, job.source, options) };
    }
    case 'paths':
      await importPaths(job, (step) => onStep({ kind: 'paths', step }), signal);
      return { kind: 'paths' };
    case 'find':
      await findTranscripts(job.places, checkpoint, (found) => onStep({ kind: 'found', found }));
      return { kind: 'find' };
    case 'follow':
      await untilAborted(job.path, job.prices, signal, onStep);
      return { kind: 'follow' };
  }
}

async function untilAborted(
  path: string,
  prices: PriceTable | null,
  signal: AbortSignal | undefined,
  onStep: (step: JobStep) => void,
): Promise<void> {
  const following = await followTranscript(path, {
    prices,
    onEvents: (events) => onStep({ kind: 'events', events, anew: false }),
    onReset: (events) => onStep({ kind: 'events', events, anew: true }),
    onFault: (message) => onStep({ kind: 'fault', message }),
  });
  await new Promise<void>((resolve) => {
    if (signal) onAbort(signal, resolve);
  });
  await following.close();
}
