import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLog, stateOf } from '../read-log.ts';
import { sessionFolder } from '../session-folder.ts';
import { ImportCancelled, type ImportProgress } from './checkpoint.ts';
import { collectOneSource } from './collect-sources.ts';
import { readLines } from './read-lines.ts';
import { runImport } from './run-import.ts';
import { type LargeTranscript, writeLargeTranscript } from './testing/large-transcript.ts';

/** Megabytes of the transcript. `FORKSCOPE_IMPORT_MB=200` measures what the product promises. */
const MEGABYTES = Number(process.env.FORKSCOPE_IMPORT_MB ?? 24);

const folder = mkdtempSync(join(tmpdir(), 'forkscope-large-'));
const path = join(folder, 'large.jsonl');
let workerFile: string;
let written: LargeTranscript;

beforeAll(async () => {
  const outDir = join(folder, 'worker');
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: join(import.meta.dirname, 'import-worker.ts'),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
    ssr: { noExternal: true },
  });
  workerFile = pathToFileURL(join(outDir, 'worker.mjs')).href;
  // A line of 50 MB (8 MB in the short run): an image in a user's message.
  const data = 'A'.repeat(MEGABYTES >= 100 ? 50_000_000 : 8_000_000);
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  const row = {
    type: 'user',
    uuid: 'big',
    parentUuid: null,
    sessionId: 's-large',
    isSidechain: false,
    message: { role: 'user', content: [image] },
  };
  written = writeLargeTranscript(path, MEGABYTES, [JSON.stringify(row)]);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the numbers are held against: the same lines, read in the same way, only parsed. */
function parseOnly(): number {
  const start = performance.now();
  for (const { text } of readLines(path)) JSON.parse(text ?? 'null');
  return performance.now() - start;
}

/** Runs something and tells how much more memory the process held than before, at most, in bytes. */
async function peakOf<T>(run: () => Promise<T>): Promise<{ value: T; peak: number; took: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }, 20);
  const start = performance.now();
  const value = await run().finally(() => clearInterval(timer));
  return { value, peak, took: performance.now() - start };
}

describe('a large transcript, in a worker thread', () => {
  it('is imported and summed up, with progress and bounded memory', { timeout: 300_000 }, async () => {
    const home = join(folder, 'home');
    const source = await collectOneSource(path);
    const progress: ImportProgress[] = [];
    const onProgress = (each: ImportProgress) => progress.push(each);
    const options = { workerAboveBytes: 0, workerFile, onProgress };
    const write = await peakOf(() => runImport({ kind: 'write', source, prices: null, home }, options));
    const summary = await peakOf(() => runImport({ kind: 'summary', source, prices: null }, options));
    const parse = parseOnly();
    if (write.value.kind !== 'write' || summary.value.kind !== 'summary') throw new Error('another job was run');
    const { totals } = summary.value.value.summary;
    const requests = written.calls;
    expect(totals).toMatchObject({ turns: written.turns + 1, toolCalls: written.calls });
    expect(totals.usage).toEqual({
      input: 1110 * requests,
      cacheRead: 1000 * requests,
      cacheWrite: 100 * requests,
      output: 20 * requests,
      thoughts: 0,
    });
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.every(({ doneBytes, totalBytes }) => doneBytes >= 0 && totalBytes > 0)).toBe(true);
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    const figures = {
      megabytes: megabytes(source.bytes),
      parseMs: Math.round(parse),
      writeTimes: Number((write.took / parse).toFixed(2)),
      summaryTimes: Number((summary.took / parse).toFixed(2)),
      writePeakMb: megabytes(write.peak),
      summaryPeakMb: megabytes(summary.peak),
    };
    if (process.env.FORKSCOPE_IMPORT_MB) process.stderr.write(`${JSON.stringify(figures)}\n`);
    expect(Math.max(write.peak, summary.peak)).toBeLessThan(400e6);
    if (MEGABYTES <= 30) {
      const state = stateOf(await readLog(sessionFolder(home, write.value.value.sessionId).events));
      expect(state.branches.root?.callOrder).toHaveLength(written.calls);
    }
  });

  it('can be cancelled, and leaves nothing behind', { timeout: 60_000 }, async () => {
    const home = join(folder, 'cancelled');
    const stop = new AbortController();
    const run = runImport(
      { kind: 'write', source: await collectOneSource(path), prices: null, home },
      { workerAboveBytes: 0, workerFile, signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(run).rejects.toThrow(ImportCancelled);
    expect(readdirSync(join(home, 'sessions'))).toEqual([]);
  });
});
