import type { SegmentRef } from '../../../core/session/events.ts';
import type { RequestState } from '../../../core/session/state.ts';

type Requests = { readonly [id: string]: RequestState };

/**
 * The segments of a request, in order: those of its base, cut after `keep`, then its own. A base that the log does not
 * hold gives nothing, so that a damaged log still shows what it has.
 */
export function segmentsOf(requests: Requests, requestId: string): readonly SegmentRef[] {
  const line: RequestState[] = [];
  const seen = new Set<string>();
  for (let id: string | undefined = requestId; id !== undefined && !seen.has(id); ) {
    const request: RequestState | undefined = requests[id];
    if (!request) break;
    seen.add(id);
    line.push(request);
    id = request.base?.requestId;
  }
  return line.reduceRight<readonly SegmentRef[]>(
    (segments, { base, added }) => (base ? [...segments.slice(0, base.keep), ...added] : added),
    [],
  );
}

/** How many segments two requests have in common from the first on. */
export function sharedCount(a: readonly SegmentRef[], b: readonly SegmentRef[]): number {
  const end = a.findIndex((segment, index) => segment.kind !== b[index]?.kind || segment.hash !== b[index]?.hash);
  return end < 0 ? a.length : end;
}

export function bytesOf(segments: readonly SegmentRef[]): number {
  return segments.reduce((total, { bytes }) => total + bytes, 0);
}
