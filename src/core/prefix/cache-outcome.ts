import type { BranchState, RequestState, SessionState } from '../session/state.ts';
import { type CacheSource, cacheSources } from './cache-source.ts';
import { type CacheOutcome, explainCache } from './explain-cache.ts';

/** Expected against reported cached tokens of one request, and the reason for a difference, from the log alone. */
export function cacheOutcomeOf(state: SessionState, request: RequestState): CacheOutcome {
  const { prefix, usage, totalBytes, startedAt, cache } = request;
  const earlier = prefix && state.requests[prefix.against];
  return explainCache({
    prefix,
    usage,
    totalBytes,
    earlier: earlier?.usage ? { bytes: earlier.totalBytes, input: earlier.usage.input } : null,
    rules: cache,
    startedAt,
    sources: sourcesBefore(state, request),
  });
}

/** The requests that had begun before this one and contain what it shares. */
export function sourcesBefore({ requests }: SessionState, request: RequestState): CacheSource[] {
  const { prefix, cache, startedAt, requestId } = request;
  const sources = prefix && cache ? cacheSources(requests, prefix.against, cache) : [];
  return sources.filter((source) => source.requestId !== requestId && source.startedAt <= startedAt);
}

/**
 * The request of a branch's first step, where sharing shows: the attempt that was answered, before that the last one. A
 * request for a summary is no step. Null before one left.
 */
export function firstRequestOf(state: SessionState, branch: BranchState): RequestState | null {
  let last: RequestState | null = null;
  // Attempts at a step follow each other; the thousands of requests behind them are not looked at.
  for (const id of branch.requests) {
    const request = state.requests[id];
    if (!request || request.purpose !== null) continue;
    if (last !== null && request.step !== last.step) break;
    if (request.usage !== null && request.failure === null) return request;
    last = request;
  }
  return last;
}
