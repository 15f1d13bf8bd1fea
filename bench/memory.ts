import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorker, type Worker } from './lib/child.ts';
import type { Measurement } from './lib/measure.ts';
import { percentile, slope } from './lib/statistics.ts';
import { makeWorkspace } from './lib/workspace.ts';
import { type ServiceMessage, serviceArguments } from './service.ts';

const COUNTS = [1, 8, 32] as const;
const RUNS = 3;
const TARGET_MIB = 1;
/** 27 files of 9,600 B are 332 kB as messages on the wire. */
const FILES = 27;
const SECONDS = 6;

interface MemoryMessage {
  readonly kind: 'ready' | 'done' | 'live';
  readonly bytes?: number;
}

interface Memory {
  readonly forks: number;
  /** MiB: mean of the last two seconds with all forks streaming, and the highest sample of the whole run. */
  readonly settled: number;
  readonly peak: number;
  /** MiB that the garbage collector cannot free: JavaScript's heap and what it holds outside of it. */
  readonly live: number;
}

/** Memory that one more running fork adds, with 332 kB of inherited history. */
export async function measureMemory(): Promise<Measurement> {
  const all: Memory[] = [];
  for (let run = 0; run < RUNS; run++) for (const forks of COUNTS) all.push(await memoryWith(forks));
  const median = (forks: number, pick: (memory: Memory) => number) =>
    percentile(all.filter((memory) => memory.forks === forks).map(pick), 0.5);
  const at = (pick: (memory: Memory) => number) => COUNTS.map((forks) => [forks, median(forks, pick)] as const);
  const settled = at((memory) => memory.settled);
  const peak = at((memory) => memory.peak);
  const live = at((memory) => memory.live);
  const list = (points: typeof settled) => points.map(([forks, mib]) => `${mib.toFixed(0)} at ${forks}`).join(', ');
  const added = slope(settled);
  return {
    title: 'Memory of one more running fork (332 kB of inherited history)',
    rows: [
      {
        what: `Process tree while all stream (${unit()}, median of ${RUNS}): ${list(settled)} MiB`,
        measured: `${added.toFixed(2)} MiB a fork`,
        target: `≤ ${TARGET_MIB} MiB`,
        met: added <= TARGET_MIB,
        peers: `Claude Code 3.5 MiB (${(3.5 / Math.max(added, 0.01)).toFixed(1)}x), qwen-code 10 MiB`,
      },
      {
        what: `Highest sample of the run: ${list(peak)} MiB`,
        measured: `${slope(peak).toFixed(2)} MiB a fork`,
        target: `≤ ${TARGET_MIB} MiB`,
        met: slope(peak) <= TARGET_MIB,
        peers: 'the peers’ numbers are of this kind',
      },
      {
        what: `What a collection cannot free: ${list(live)} MiB`,
        measured: `${slope(live).toFixed(2)} MiB a fork`,
        target: '',
      },
    ],
    raw: all,
  };
}

async function memoryWith(forks: number): Promise<Memory> {
  const workspace = makeWorkspace(FILES, 9_600);
  const options = { files: FILES, forks, perSecond: 20, seconds: SECONDS, steps: 1 };
  const service = startWorker<ServiceMessage>('service', ...serviceArguments(options));
  const told = await service.next((message) => message.kind === 'url');
  const url = told.kind === 'url' ? told.url : '';
  const measured = startWorker<MemoryMessage>('memory', url, workspace.folder, String(forks));
  const { pid } = measured.process;
  const samples: { at: number; mib: number }[] = [];
  const timer = setInterval(() => {
    const mib = pid === undefined ? null : treeMiB(pid);
    if (mib !== null) samples.push({ at: performance.now(), mib });
  }, 50);
  try {
    await service.next((message) => message.kind === 'streaming');
    await sleep(SECONDS * 1_000 - 1_000);
    const end = performance.now();
    const last = samples.filter(({ at }) => at > end - 2_000).map(({ mib }) => mib);
    return {
      forks,
      settled: last.reduce((total, mib) => total + mib, 0) / last.length,
      peak: Math.max(...samples.map(({ mib }) => mib)),
      live: (await liveBytes(measured)) / 2 ** 20,
    };
  } finally {
    clearInterval(timer);
    await measured.stop();
    await service.stop();
    workspace.dispose();
  }
}

/** Asked last: a collection would lower the other numbers. */
async function liveBytes(measured: Worker<MemoryMessage>): Promise<number> {
  measured.send('live');
  const answer = await measured.next((message) => message.kind === 'live');
  return answer.bytes ?? Number.NaN;
}

function unit(): string {
  return process.platform === 'linux' ? 'proportional set' : 'resident set';
}

/** Memory of a process and all below it. On Linux shared pages are counted once (PSS). */
function treeMiB(pid: number): number | null {
  try {
    return kibOf(pid) / 1_024;
  } catch {
    return null;
  }
}

function kibOf(pid: number): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children
    .split(/\s+/)
    .filter(Boolean)
    .reduce((total, child) => total + kibOf(Number(child)), own);
}
