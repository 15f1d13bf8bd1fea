import { startWorker } from './lib/child.ts';
import type { Measurement } from './lib/measure.ts';
import { makeWorkspace } from './lib/workspace.ts';
import { type ServiceMessage, serviceArguments } from './service.ts';

const FORKS = 32;
const PER_SECOND = 100;
const SECONDS = 10;
const TARGET_MS = 20;

interface Delays {
  readonly kind: 'delays';
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly cpuShare: number;
  readonly events: number;
  readonly sentBytes: number;
}

/** Delay of the main thread's event loop with 32 forks that stream 100 tokens a second each. */
export async function measureLoopDelay(): Promise<Measurement> {
  const options = { files: 4, forks: FORKS, perSecond: PER_SECOND, seconds: SECONDS + 5, steps: 0 };
  const service = startWorker<ServiceMessage>('service', ...serviceArguments(options));
  const told = await service.next((message) => message.kind === 'url');
  const workspace = makeWorkspace(4, 9_600);
  const url = told.kind === 'url' ? told.url : '';
  const measured = startWorker<Delays>('loop-delay', url, workspace.folder, String(FORKS), String(SECONDS));
  try {
    await service.next((message) => message.kind === 'streaming');
    measured.send('measure');
    const delays = await measured.next((message) => message.kind === 'delays');
    const { p50, p99, max, cpuShare } = delays;
    return {
      title: 'Event loop of the main thread',
      rows: [
        {
          what: `${FORKS} forks stream ${PER_SECOND} tokens a second each, ${SECONDS} s (${Math.round(cpuShare * 100)} % of one core)`,
          measured: `p99 ${p99.toFixed(1)} ms, p50 ${p50.toFixed(1)} ms, max ${max.toFixed(1)} ms`,
          target: `p99 ≤ ${TARGET_MS} ms`,
          met: p99 <= TARGET_MS,
        },
      ],
      raw: delays,
    };
  } finally {
    await measured.stop();
    await service.stop();
    workspace.dispose();
  }
}
