import type { SegmentRef } from '../session/events.ts';
import type { RequestState } from '../session/state.ts';

/** All segments of a request: those of its base, cut after `keep`, then its own. The log stores only what is new. */
export function expandSegments(
  requests: { readonly [id: string]: Pick<RequestState, 'base' | 'added'> },
  requestId: string,
): SegmentRef[] {
  const request = requests[requestId];
  if (!request) return [];
  const base = request.base ? expandSegments(requests, request.base.requestId).slice(0, request.base.keep) : [];
  return [...base, ...request.added];
}
