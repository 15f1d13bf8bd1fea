import { startWorker, type Worker } from './lib/child.ts';
import { sessionOn, skipHolds } from './lib/fork-session.ts';
import type { Measurement, Row } from './lib/measure.ts';
import { percentile } from './lib/statistics.ts';
import { makeWorkspace } from './lib/workspace.ts';
import { type ServiceMessage, serviceArguments } from './service.ts';

const FORKS = 8;
const TARGET_MS = 25;
/** Sessions, and launches in each: later ones start from a tree of up to 32 forks. */
const SESSIONS = 10;
const LAUNCHES = 4;

interface Launches {
  readonly historyBytes: number;
  /** Milliseconds to the first and to the last of the 8 requests. */
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly held: number;
}

/** From the moment the parent's `agent` calls are complete to the last byte of the last of 8 first requests. */
export async function measureLaunch(): Promise<Measurement> {
  // 84 kB and 332 kB on the wire are the sizes that peers were measured with.
  const small = await launches(9, 7_000);
  const large = await launches(29, 9_600);
  const row = (what: string, { first, last, historyBytes }: Launches, isTarget: boolean): Row => {
    const [p50, p95] = [percentile(last, 0.5), percentile(last, 0.95)];
    return {
      what: `${what}, requests of ${Math.round(historyBytes / 1_000)} kB (${last.length} launches)`,
      measured: `p95 ${p95.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms (first of 8: p50 ${percentile(first, 0.5).toFixed(1)} ms)`,
      target: isTarget ? `p95 ≤ ${TARGET_MS} ms` : '',
      ...(isTarget ? { met: p95 <= TARGET_MS } : {}),
      peers: `Claude Code 568 to 1,041 ms (${(568 / p95).toFixed(0)}x), qwen-code 3,083 to 4,264 ms (${(3_083 / p95).toFixed(0)}x)`,
    };
  };
  return {
    title: 'Launch of 8 forks',
    rows: [row('Parent’s calls complete to 8th first request on the wire', small, true), row('The same', large, true)],
    raw: { small, large },
  };
}

async function launches(files: number, bytes: number): Promise<Launches> {
  const options = { files, forks: FORKS, perSecond: 0, seconds: 0, steps: 0 };
  const service = startWorker<ServiceMessage>('service', ...serviceArguments(options));
  const all = { sizes: [] as number[], first: [] as number[], last: [] as number[], held: 0 };
  try {
    const told = await service.next((message) => message.kind === 'url');
    for (let number = 0; number < SESSIONS; number++) {
      // The first session pays for code that was not compiled yet.
      await launchIn(told.kind === 'url' ? told.url : '', service, [files, bytes], number === 0 ? null : all);
    }
  } finally {
    await service.stop();
  }
  return { historyBytes: percentile(all.sizes, 0.5), first: all.first, last: all.last, held: all.held };
}

async function launchIn(
  url: string,
  service: Worker<ServiceMessage>,
  [files, bytes]: readonly [number, number],
  all: { readonly sizes: number[]; readonly first: number[]; readonly last: number[]; held: number } | null,
): Promise<void> {
  const workspace = makeWorkspace(files, bytes);
  const session = sessionOn(url, workspace, FORKS);
  const held = skipHolds(session);
  try {
    session.prompt('root', 'Look around.');
    await session.idle();
    for (let round = 0; round < LAUNCHES; round++) {
      session.prompt('root', 'Fork now.');
      const launch = await service.next((message) => message.kind === 'launch');
      await session.idle();
      if (launch.kind !== 'launch' || !all) continue;
      all.sizes.push(launch.bytes);
      all.first.push(Math.min(...launch.arrivals));
      all.last.push(Math.max(...launch.arrivals));
    }
    if (all) all.held += held.count;
  } finally {
    await session.close();
    workspace.dispose();
  }
}
