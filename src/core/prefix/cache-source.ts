import type { RequestState } from '../session/state.ts';
import type { CacheRules } from './cache-rules.ts';

/** An earlier request whose bytes contain a prefix: from its cache entry the prefix can be read. Milliseconds since 1970. */
export interface CacheSource {
  readonly requestId: string;
  readonly startedAt: number;
  /** When its entry could be read first; null when that has not happened. */
  readonly readableAt: number | null;
  /** Until when it kept the entry in use: the end of its answer; null while it is answered. */
  readonly lastUsedAt: number | null;
}

type Requests = { readonly [id: string]: RequestState };

/**
 * The requests that contain all of request `against`: itself, and whatever extends it (a next step, the first requests
 * of other forks, their next steps). Every one of them that hit the cache gave the prefix a new lease.
 */
export function cacheSources(requests: Requests, against: string, rules: CacheRules): CacheSource[] {
  const holders = new Set([against]);
  const sources: CacheSource[] = [];
  for (const request of Object.values(requests)) {
    const { requestId, prefix } = request;
    const extendsOne = prefix !== null && prefix.divergence === null && holders.has(prefix.against);
    if (!extendsOne && requestId !== against) continue;
    holders.add(requestId);
    sources.push({
      requestId,
      startedAt: request.startedAt,
      readableAt: rules.readableAfter === 'first-byte' ? request.firstByteAt : wholeAnswerAt(request),
      lastUsedAt: request.endedAt,
    });
  }
  return sources;
}

function wholeAnswerAt({ endedAt, failure }: RequestState): number | null {
  return failure === null ? endedAt : null;
}

/** Milliseconds for which nothing has used the prefix at `time`; 0 while it is in use, null when it was never readable. */
export function idleTime(sources: readonly CacheSource[], time: number): number | null {
  const idle = sources
    .filter(({ readableAt }) => readableAt !== null && readableAt <= time)
    .map(({ lastUsedAt }) => Math.max(0, time - (lastUsedAt ?? time)));
  return idle.length === 0 ? null : Math.min(...idle);
}
