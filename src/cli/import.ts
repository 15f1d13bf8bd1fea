import { asFault } from '../engine/engine-fault.ts';
import { loadPrices } from '../engine/settings/prices.ts';
import { SIGNAL_CODES } from '../engine/signal-codes.ts';
import { Checkpoint, type ImportProgress } from '../engine/transcripts/import/checkpoint.ts';
import { collectOneSource } from '../engine/transcripts/import/collect-sources.ts';
import { runImport } from '../engine/transcripts/import/run-import.ts';
import type { SourceSummary } from '../engine/transcripts/import/summarise-source.ts';
import type { ImportedSession } from '../shared/import-calls.ts';
import type { Fault } from '../shared/result.ts';
import { print } from './host.ts';
import { abortOnSignal } from './signals.ts';

const WORDS: { readonly [O in ImportedSession['outcome']]: string } = {
  imported: 'imported',
  updated: 'updated',
  unchanged: 'unchanged',
  kept: 'left alone, as it was gone on with here',
};

/** `import`: foreign transcripts into sessions of ours. Returns the exit code: 2 when a path could not be imported, 1 when the machine was at fault. */
export async function importAll(home: string, paths: readonly string[], json: boolean): Promise<number> {
  const stop = abortOnSignal();
  let code = 0;
  const fail = (fault: Fault) => {
    process.stderr.write(`${fault.message}\n`);
    // Codes of the system are in capitals.
    if (code !== 1) code = /^E[A-Z]+$/.test(fault.code) ? 1 : 2;
  };
  try {
    await runImport(
      { kind: 'paths', home, paths, prices: loadPrices(home) },
      {
        signal: stop.signal,
        onStep: (told) => {
          if (told.kind !== 'paths') return;
          const { step } = told;
          if (step.kind === 'at') showProgress(step.progress);
          if (step.kind === 'fault') fail(step);
          if (step.kind === 'session') printImported(step.session, json);
        },
      },
    );
  } catch (error) {
    fail(asFault(error));
    if (stop.signal.aborted) return SIGNAL_CODES.SIGINT;
  } finally {
    stop.release();
  }
  return code;
}

function printImported({ sessionId, title, outcome, problems, source }: ImportedSession, json: boolean): void {
  if (json) {
    print(JSON.stringify({ sessionId, source, title, outcome, problems }));
    return;
  }
  const damage = problems === 0 ? '' : `, ${problems} ${problems === 1 ? 'problem' : 'problems'}`;
  print(`${sessionId}  ${WORDS[outcome]}${damage}  ${title}`);
}

/** The summary of a file or folder, ours or foreign. Nothing is stored. */
export async function summaryOfPath(home: string, path: string): Promise<SourceSummary> {
  const stop = abortOnSignal();
  try {
    const source = await collectOneSource(path, new Checkpoint(stop.signal, showProgress));
    const result = await runImport(
      { kind: 'summary', source, prices: loadPrices(home) },
      { signal: stop.signal, onProgress: showProgress },
    );
    if (result.kind !== 'summary') throw new Error('a summary was asked for');
    return result.value;
  } finally {
    stop.release();
  }
}

let shownAt = 0;

/** One line that is written over, for a person who waits. */
function showProgress({ phase, doneBytes, totalBytes }: ImportProgress): void {
  if (!process.stderr.isTTY || performance.now() - shownAt < 200) return;
  shownAt = performance.now();
  const percent = totalBytes === 0 ? 100 : Math.min(100, Math.round((100 * doneBytes) / totalBytes));
  process.stderr.write(`\r${phase} ${percent}%  \r`);
}
