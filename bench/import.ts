import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeLargeTranscript } from '../src/engine/transcripts/import/testing/large-transcript.ts';
import { startWorker } from './lib/child.ts';
import type { Measurement } from './lib/measure.ts';

const MEGABYTES = 200;
/** Times what `JSON.parse` of the same lines takes, in processor time: the disk is the same for both. */
const TARGET_TIMES = 3;
const TARGET_MB = 400;
const ROUNDS = 3;

export interface ImportMessage {
  readonly kind: 'parse' | 'import';
  /** Milliseconds of processor time. */
  readonly cpuMs: number;
  readonly ms: number;
  /** Bytes above the start, at most. */
  readonly peak: number;
}

/** A Claude Code transcript of 200 MB into a stored session, against only parsing its lines. */
export async function measureImport(): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-bench-'));
  try {
    const path = join(folder, 'large.jsonl');
    writeLargeTranscript(path, MEGABYTES);
    const rounds: { parse: ImportMessage; write: ImportMessage }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ parse: await run('parse', path, folder), write: await run('import', path, folder) });
    }
    const times = Math.min(...rounds.map(({ parse, write }) => write.cpuMs / parse.cpuMs));
    const peak = Math.max(...rounds.map(({ write }) => write.peak)) / 1e6;
    const best = Math.min(...rounds.map(({ write }) => write.ms));
    return {
      title: `Import of a Claude Code transcript of ${MEGABYTES} MB`,
      rows: [
        {
          what: `Processor time against JSON.parse of its lines (best of ${ROUNDS})`,
          measured: `${times.toFixed(1)} times (${(best / 1_000).toFixed(1)} s)`,
          target: `≤ ${TARGET_TIMES} times`,
          met: times <= TARGET_TIMES,
        },
        {
          what: 'Resident memory above the start, at most',
          measured: `${peak.toFixed(0)} MB`,
          target: `≤ ${TARGET_MB} MB`,
          met: peak <= TARGET_MB,
        },
      ],
      raw: rounds,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(kind: ImportMessage['kind'], path: string, folder: string): Promise<ImportMessage> {
  const home = join(folder, 'home');
  rmSync(home, { recursive: true, force: true });
  const worker = startWorker<ImportMessage>('import', kind, path, home);
  try {
    return await worker.next((message) => message.kind === kind);
  } finally {
    await worker.stop();
  }
}
