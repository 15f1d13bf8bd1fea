import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PriceTable } from '../../../core/session/cost.ts';
import type { ImportedSession } from '../../../shared/import-calls.ts';
import { asFault } from '../../engine-fault.ts';
import { Checkpoint, ImportCancelled, type ImportProgress } from './checkpoint.ts';
import { collectSources, groupSources, type TranscriptSource } from './collect-sources.ts';
import { importOwn, isStored } from './import-own.ts';
import { writeSession } from './write-session.ts';

export interface PathsJob {
  readonly home: string;
  readonly paths: readonly string[];
  readonly prices: PriceTable | null;
}

/** What an import of several paths is at, in order. */
export type PathsStep =
  | { readonly kind: 'fault'; readonly path: string; readonly code: string; readonly message: string }
  /** All paths were looked into: this many transcripts stand there. */
  | { readonly kind: 'total'; readonly total: number }
  | { readonly kind: 'at'; readonly path: string; readonly progress: ImportProgress }
  | { readonly kind: 'session'; readonly session: ImportedSession };

/**
 * Imports all transcripts at these paths, one after the other. What cannot be imported is told, and keeps nothing else
 * from being imported. Rejects with `ImportCancelled` after an abort: what was whole by then stays.
 */
export async function importPaths(
  job: PathsJob,
  onStep: (step: PathsStep) => void,
  signal?: AbortSignal,
): Promise<void> {
  const checkpointAt = (path: string) => new Checkpoint(signal, (progress) => onStep({ kind: 'at', path, progress }));
  const sources: TranscriptSource[] = [];
  const fail = (path: string, error: unknown): void => {
    if (error instanceof ImportCancelled) throw error;
    onStep({ kind: 'fault', path, ...asFault(error) });
  };
  const leaveOut = (path: string, message: string) => onStep({ kind: 'fault', path, code: 'foreign', message });
  for (const path of job.paths) {
    if (!existsSync(path)) {
      onStep({
        kind: 'fault',
        path,
        code: 'not-found',
        message: `There is no ${resolve(path)}. Check the path and try again.`,
      });
      continue;
    }
    try {
      sources.push(...(await collectSources(path, checkpointAt(path), leaveOut)));
    } catch (error) {
      fail(path, error);
    }
  }
  const grouped = groupSources(sources);
  onStep({ kind: 'total', total: grouped.length });
  for (const source of grouped) {
    const { path } = source;
    if (source.format === 'forkscope' && isStored(job.home, path)) {
      const message = `${path} is a session of ours already. Look at it with \`forkscope show\`.`;
      onStep({ kind: 'fault', path, code: 'own', message });
      continue;
    }
    try {
      const checkpoint = checkpointAt(path);
      await checkpoint.pass({ phase: 'reading', doneBytes: 0, totalBytes: source.bytes });
      const options = { prices: job.prices, live: false, holdLast: false, checkpoint };
      const session =
        source.format === 'forkscope' ? await importOwn(job.home, path) : await writeSession(job.home, source, options);
      onStep({ kind: 'session', session });
    } catch (error) {
      fail(path, error);
    }
  }
}
