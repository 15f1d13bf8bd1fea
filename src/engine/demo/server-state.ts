import type { Answer } from './answer.ts';
import type { DemoClock } from './demo-clock.ts';
import type { FaultKind } from './faults.ts';
import type { DemoLatency } from './latency.ts';
import { plan } from './planner/plan.ts';
import { type CacheSettings, PromptCache } from './prompt-cache.ts';
import type { WireRequest } from './wire.ts';

/** A test's own answer to a request, or undefined to leave it to the planner. */
export type Script = (request: WireRequest, model: string) => Answer | undefined;

export interface RequestRecord {
  readonly model: string;
  /** HTTP status. */
  readonly code: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export interface DemoStats {
  readonly requests: number;
  readonly refused: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** Prompt segments in the cache. */
  readonly cacheSegments: number;
  /** The last requests, oldest first. */
  readonly recent: readonly RequestRecord[];
}

export interface InjectedFault {
  readonly kind: FaultKind;
  /** How many requests it hits. */
  times: number;
  readonly matches: (request: WireRequest, model: string) => boolean;
}

const RECENT_REQUESTS = 200;

/** What lives as long as the server: the cache, the counters, the script and the faults that tests set. */
export class ServerState {
  readonly clock: DemoClock;
  readonly latency: DemoLatency;
  readonly newId: () => string;
  readonly cache: PromptCache;
  script: Script | undefined;
  readonly faults: InjectedFault[] = [];
  readonly #recent: RequestRecord[] = [];
  readonly #sums = { requests: 0, refused: 0, promptTokens: 0, cachedTokens: 0, outputTokens: 0 };

  constructor(clock: DemoClock, latency: DemoLatency, cache: CacheSettings, newId: () => string) {
    this.clock = clock;
    this.latency = latency;
    this.newId = newId;
    this.cache = new PromptCache(cache);
  }

  answer(model: string, request: WireRequest): Answer {
    return this.script?.(request, model) ?? plan(request);
  }

  takeFault(model: string, request: WireRequest): FaultKind | undefined {
    const index = this.faults.findIndex((fault) => fault.matches(request, model));
    const fault = this.faults[index];
    if (!fault) return undefined;
    fault.times -= 1;
    if (fault.times <= 0) this.faults.splice(index, 1);
    return fault.kind;
  }

  record(request: RequestRecord): void {
    this.#sums.requests += 1;
    if (request.code !== 200) this.#sums.refused += 1;
    this.#sums.promptTokens += request.promptTokens;
    this.#sums.cachedTokens += request.cachedTokens;
    this.#sums.outputTokens += request.outputTokens;
    this.#recent.push(request);
    if (this.#recent.length > RECENT_REQUESTS) this.#recent.shift();
  }

  stats(): DemoStats {
    return { ...this.#sums, cacheSegments: this.cache.size, recent: [...this.#recent] };
  }
}
