import type { BranchStatus } from '../../core/session/events.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import type { Moments } from './moments.ts';

/** What stands in one lane, in the moments' own time. */
export interface Lane {
  readonly branch: string;
  readonly title: string;
  readonly depth: number;
  readonly from: number;
  readonly to: number;
  readonly status: BranchStatus;
  readonly requests: readonly (readonly [from: number, to: number])[];
  readonly calls: readonly (readonly [from: number, to: number, isBad: boolean])[];
}

/** One lane a branch, in the order of their birth. */
export function lanesOf({ end, times, events }: Moments): Lane[] {
  const last = times.at(-1) ?? 0;
  const known = end.session?.timesKnown !== false;
  if (!known) return lanesByPlace(end, events, last);
  return end.order.flatMap((id) => {
    const branch = end.branches[id];
    if (!branch) return [];
    return [
      {
        ...head(end, branch),
        from: branch.createdAt,
        to: branch.endedAt ?? last,
        requests: branch.requests.flatMap((each) => {
          const request = end.requests[each];
          return request ? [[request.startedAt, request.endedAt ?? last] as const] : [];
        }),
        calls: branch.callOrder.flatMap((each) => {
          const call = branch.calls[each];
          return call ? [[call.startedAt, call.endedAt ?? last, call.status === 'error'] as const] : [];
        }),
      },
    ];
  });
}

/** Without times a lane reaches from its first event to its last. */
function lanesByPlace(end: SessionState, events: Moments['events'], last: number): Lane[] {
  const spans = new Map<string, [number, number]>();
  for (const [index, event] of events.entries()) {
    if (!('branch' in event) || event.branch === null) continue;
    const span = spans.get(event.branch);
    if (span) span[1] = index;
    else spans.set(event.branch, [index, index]);
  }
  return end.order.flatMap((id) => {
    const branch = end.branches[id];
    const [from, to] = spans.get(id) ?? [0, last];
    return branch ? [{ ...head(end, branch), from, to, requests: [[from, to] as const], calls: [] }] : [];
  });
}

function head(state: SessionState, branch: BranchState): Pick<Lane, 'branch' | 'title' | 'depth' | 'status'> {
  let depth = 0;
  for (let above = branch.parent; above !== null && depth < 12; above = state.branches[above]?.parent ?? null) depth++;
  return { branch: branch.id, title: branch.title || branch.id, depth, status: branch.status };
}
