import type { BranchState, RequestState, SessionState } from '../session/state.ts';
import { cacheSources } from './cache-source.ts';
import { type CacheOutcome, explainCache } from './explain-cache.ts';

/** Expected against reported cached tokens of one request, and the reason for a difference, from the log alone. */
export function cacheOutcomeOf(state: SessionState, request: RequestState): CacheOutcome {
  const { prefix, usage, totalBytes, startedAt, cache } = request;
  const earlier = prefix && state.requests[prefix.against];
  const sources = prefix && cache ? cacheSources(state.requests, prefix.against, cache) : [];
  return explainCache({
    prefix,
    usage,
    totalBytes,
    earlier: earlier?.usage ? { bytes: earlier.totalBytes, input: earlier.usage.input } : null,
    rules: cache,
    startedAt,
    sources: sources.filter(({ requestId, startedAt: at }) => requestId !== request.requestId && at <= startedAt),
  });
}

/** A branch's first request that was answered: where sharing shows. Null before it left. */
export function firstRequestOf(state: SessionState, branch: BranchState): RequestState | null {
  const requests = branch.requests.flatMap((id) => state.requests[id] ?? []);
  return requests.find(({ usage, failure }) => usage !== null && failure === null) ?? requests[0] ?? null;
}
