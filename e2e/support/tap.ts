import type { DemoClock } from '../../src/engine/demo/demo-clock.ts';
import { type DemoServer, startDemoServer } from '../../src/engine/demo/demo-server.ts';

/** An embedded model that speaks only as far as the test lets it, so that no assertion races with its words. */
export interface Tap {
  readonly model: DemoServer;
  /** Lets this many pieces more out, of about 24 characters each. */
  pour(pieces: number): void;
  /** Lets everything out from now on. */
  open(): void;
}

export async function startTap(): Promise<Tap> {
  let left = 0;
  const waiting = new Set<() => void>();
  const release = (): void => {
    for (const go of [...waiting]) {
      if (left <= 0) return;
      left -= 1;
      go();
    }
  };
  const clock: DemoClock = {
    now: () => Date.now(),
    sleep: (ms, signal) =>
      ms <= 0 || signal.aborted
        ? Promise.resolve()
        : new Promise((resolve) => {
            const go = (): void => {
              waiting.delete(go);
              signal.removeEventListener('abort', go);
              resolve();
            };
            waiting.add(go);
            signal.addEventListener('abort', go);
            release();
          }),
  };
  const model = await startDemoServer({
    latency: { firstByteMs: 0, perUncachedKilotokenMs: 0, perChunkMs: 1 },
    clock,
  });
  return {
    model,
    pour(pieces) {
      left += pieces;
      release();
    },
    open() {
      left = Number.POSITIVE_INFINITY;
      release();
    },
  };
}
