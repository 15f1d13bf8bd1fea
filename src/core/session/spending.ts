import { cacheSources, idleTime } from '../prefix/cache-source.ts';
import { costOfRequest, findPrice, type PriceTable } from './cost.ts';
import { branchesOf, hasEnded } from './selectors.ts';
import type { RequestState, SessionState } from './state.ts';

/** USD of all requests whose price is known: a lower bound as soon as one is not. */
export function knownCostOf(state: SessionState): number {
  const leftOut = new Set(
    branchesOf(state).flatMap(({ id, leftOut: why }) => (why === 'abandoned' || why === 'inherited' ? [id] : [])),
  );
  return Object.values(state.requests).reduce(
    (total, { branch, cost }) => (leftOut.has(branch) ? total : total + (cost ?? 0)),
    0,
  );
}

/** A request as far as its cost can be told before it is answered. */
export type OpenRequest = Pick<RequestState, 'model' | 'totalBytes' | 'prefix' | 'cache'>;

/** The requests that are being answered now. One that a crash left open is none: its branch has ended. */
export function openRequestsOf(state: SessionState): RequestState[] {
  return branchesOf(state).flatMap((branch) => {
    const request = hasEnded(branch) ? undefined : state.requests[branch.requests.at(-1) ?? ''];
    return request && request.endedAt === null ? [request] : [];
  });
}

/** Tokens of a byte where no provider has counted any, and output tokens where nothing was answered yet. */
const TOKENS_PER_BYTE = 1 / 4;
const LEAST_OUTPUT = 64;

/**
 * What a request will cost, in USD: its bytes at the tokens per byte of the last request that was counted, what its prefix
 * promises read from the cache while that is warm, and an answer as long as the session's are on average. Null when the
 * price is unknown.
 */
export function expectedCostOf(
  state: SessionState,
  request: OpenRequest,
  { prices, now }: { readonly prices: PriceTable; readonly now: number },
): number | null {
  const counted = Object.values(state.requests).filter(
    ({ usage, totalBytes }) => usage !== null && usage.input > 0 && totalBytes > 0,
  );
  const sample = counted.findLast(({ model }) => model === request.model) ?? counted.at(-1);
  const tokensPerByte = sample?.usage ? sample.usage.input / sample.totalBytes : TOKENS_PER_BYTE;
  const input = Math.ceil(request.totalBytes * tokensPerByte);
  const cacheRead = Math.min(input, Math.floor(promisedBytes(state, request, now) * tokensPerByte));
  const isCached = cacheRead > 0 && cacheRead >= (request.cache?.minimumTokens ?? 0);
  const answered = counted.reduce((total, { usage }) => total + (usage ? usage.output + usage.thoughts : 0), 0);
  const output = Math.max(LEAST_OUTPUT, counted.length === 0 ? 0 : Math.ceil(answered / counted.length));
  const usage = { input, cacheRead: isCached ? cacheRead : 0, cacheWrite: 0, output, thoughts: 0 };
  return costOfRequest(usage, findPrice(prices, request.model));
}

/** Bytes at the head of a request that are in the cache now. */
function promisedBytes({ requests }: SessionState, { prefix, cache }: OpenRequest, now: number): number {
  if (!prefix || !cache) return 0;
  const idleMs = idleTime(cacheSources(requests, prefix.against, cache), now);
  return idleMs !== null && idleMs <= cache.ttlMs ? prefix.sharedBytes : 0;
}
