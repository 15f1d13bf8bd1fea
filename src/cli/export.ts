import { extname } from 'node:path';
import { pluralOf } from '../core/export/redaction-words.ts';
import { SECRET_KINDS, SECRET_WORDS } from '../core/redaction/secret-kinds.ts';
import type { Engine } from '../engine/engine.ts';
import { EngineFault } from '../engine/engine-fault.ts';
import type { Exported, ExportFormat, ExportProgress } from '../engine/export/export-job.ts';
import { makeExportJob } from '../engine/export/make-job.ts';
import { runExport } from '../engine/export/run-export.ts';
import { SettingsStore } from '../engine/settings/settings-store.ts';
import { SIGNAL_CODES } from '../engine/signal-codes.ts';
import { print } from './host.ts';
import { abortOnSignal } from './signals.ts';

export interface ExportOptions {
  readonly format?: ExportFormat;
  readonly redact: boolean;
  readonly pattern: readonly string[];
  readonly output: string;
}

const BY_END: { readonly [end: string]: ExportFormat } = {
  '.html': 'html',
  '.htm': 'html',
  '.md': 'md',
  '.jsonl': 'jsonl',
  '.forkscope': 'bundle',
};

/** `export`: one file of a session. Returns the exit code. */
export async function exportSession(
  engine: Engine,
  place: { readonly home: string; readonly resources: string },
  target: string,
  options: ExportOptions,
): Promise<number> {
  const chosen = options.format ?? BY_END[extname(options.output).toLowerCase()];
  if (chosen === undefined)
    throw new EngineFault('usage', `Say with --format what ${options.output} is to be: html, md, jsonl or bundle.`);
  const sessionId = await engine.find(target);
  const own = new SettingsStore(place.home).read().redactPatterns ?? [];
  const { redact, output } = options;
  const patterns = [...own, ...options.pattern];
  const { forks, problems } =
    chosen === 'bundle' ? await (await engine.readWorktrees(sessionId)).bundleForks() : { forks: [], problems: [] };
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  const job = makeExportJob(
    { kind: 'write', sessionId, format: chosen, redact, patterns, keep: [], file: output, forks },
    { ...place, now: Date.now() },
  );
  const stop = abortOnSignal();
  try {
    const done = await runExport(job, { signal: stop.signal, onProgress: showProgress });
    print(`${job.file}  ${done.bytes} bytes, ${done.events} events. ${redactionLine(done)}`);
    return 0;
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return SIGNAL_CODES.SIGINT;
  } finally {
    stop.release();
  }
}

function redactionLine({ secrets }: Exported): string {
  if (secrets === null) return 'Nothing was redacted: look through it before you share it.';
  const counts = SECRET_KINDS.flatMap((kind) => {
    const count = secrets.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? [] : [`${count} ${count === 1 ? SECRET_WORDS[kind] : pluralOf(kind)}`];
  });
  return counts.length === 0 ? 'Found nothing to redact.' : `Redacted: ${counts.join(', ')}.`;
}

let shownAt = 0;

/** One line that is written over, for a person who waits. */
function showProgress({ phase, done, total }: ExportProgress): void {
  if (!process.stderr.isTTY || performance.now() - shownAt < 200) return;
  shownAt = performance.now();
  process.stderr.write(`\r${phase} ${total === 0 ? 100 : Math.round((100 * done) / total)}%  \r`);
}
