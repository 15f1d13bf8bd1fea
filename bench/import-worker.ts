import { Checkpoint } from '../src/engine/transcripts/import/checkpoint.ts';
import { collectOneSource } from '../src/engine/transcripts/import/collect-sources.ts';
import { readLines } from '../src/engine/transcripts/import/read-lines.ts';
import { writeSession } from '../src/engine/transcripts/import/write-session.ts';

/** The process that is measured. */
export async function runImportWork(
  [kind = 'parse', path = '', home = '']: readonly string[],
  tell: (message: unknown) => void,
): Promise<void> {
  const before = process.memoryUsage.rss();
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  };
  const cpu = process.cpuUsage();
  const start = performance.now();
  if (kind === 'parse') for (const { text } of readLines(path)) JSON.parse(text ?? 'null');
  else {
    const options = { prices: null, live: false, holdLast: false, checkpoint: new Checkpoint(undefined, look) };
    await writeSession(home, await collectOneSource(path), options);
  }
  look();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  tell({ kind, cpuMs: (user + system) / 1_000, ms, peak });
}
