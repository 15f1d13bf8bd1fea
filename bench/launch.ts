import { startWorker } from './lib/child.ts';
import { sessionOn, skipHolds } from './lib/fork-session.ts';
import type { Measurement, Row } from './lib/measure.ts';
import { percentile } from './lib/statistics.ts';
import { makeWorkspace } from './lib/workspace.ts';
import { type ServiceMessage, serviceArguments } from './service.ts';

const FORKS = 8;
const TARGET_MS = 25;
/** A session takes 200 branches: 24 launches of 8. */
const LAUNCHES = 24;

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
  const small = await launches(5, 7_000);
  const large = await launches(27, 9_600);
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
  const workspace = makeWorkspace(files, bytes);
  const options = { files, forks: FORKS, perSecond: 0, seconds: 0, steps: 0 };
  const service = startWorker<ServiceMessage>('service', ...serviceArguments(options));
  try {
    const told = await service.next((message) => message.kind === 'url');
    const session = sessionOn(told.kind === 'url' ? told.url : '', workspace, FORKS);
    const held = skipHolds(session);
    session.prompt('root', 'Look around.');
    await session.idle();
    const [first, last]: number[][] = [[], []];
    const sizes: number[] = [];
    for (let round = 0; round < LAUNCHES; round++) {
      session.prompt('root', 'Fork now.');
      const launch = await service.next((message) => message.kind === 'launch');
      await session.idle();
      // The first launch pays once for code that was not compiled yet.
      if (launch.kind !== 'launch' || round === 0) continue;
      sizes.push(launch.bytes);
      first?.push(Math.min(...launch.arrivals));
      last?.push(Math.max(...launch.arrivals));
    }
    await session.close();
    return { historyBytes: percentile(sizes, 0.5), first: first ?? [], last: last ?? [], held: held.count };
  } finally {
    await service.stop();
    workspace.dispose();
  }
}
