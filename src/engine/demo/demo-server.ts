import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type DemoClock, systemClock } from './demo-clock.ts';
import type { FaultKind } from './faults.ts';
import { type DemoLatency, type LatencyPreset, latencyOf } from './latency.ts';
import { type CacheSettings, DEFAULT_CACHE } from './prompt-cache.ts';
import { handleRequest } from './routes.ts';
import { type DemoStats, type InjectedFault, type Script, ServerState } from './server-state.ts';

export interface DemoServerOptions {
  /** Default: one that is free. */
  readonly port?: number;
  readonly latency: LatencyPreset | DemoLatency;
  readonly clock?: DemoClock;
  readonly cache?: Partial<CacheSettings>;
  /** Makes the ids of calls and answers; must never repeat itself. */
  readonly newId?: () => string;
}

export interface DemoServer {
  /** The base address for the SDK, e.g. "http://127.0.0.1:43210". */
  readonly url: string;
  close(): Promise<void>;
  stats(): DemoStats;
  /** Lets a test answer requests itself; undefined gives them back to the planner. */
  script(script: Script | undefined): void;
  /** The next `times` requests (that match) fail in this way. */
  injectFault(kind: FaultKind, times?: number, matches?: InjectedFault['matches']): void;
}

/**
 * Starts the embedded model: a server on loopback that speaks Gemini's API, so that the real SDK and adapter are always
 * in the path. Rejects when the port is taken.
 */
export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const state = new ServerState(
    options.clock ?? systemClock,
    latencyOf(options.latency),
    { ...DEFAULT_CACHE, ...options.cache },
    options.newId ?? randomUUID,
  );
  const closing = new AbortController();
  const server = createServer((request, response) => {
    void handleRequest(state, request, response, closing.signal);
  });
  // A request may be silent for as long as a test wants; the client decides when it has waited enough.
  server.requestTimeout = 0;
  // Idle connections are the client's to close: when the server does it, a request on its way there is lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    stats: () => state.stats(),
    script(script) {
      state.script = script;
    },
    injectFault(kind, times = 1, matches = () => true) {
      state.faults.push({ kind, times, matches });
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
