import { firstRequestOf } from '../../../core/prefix/cache-outcome.ts';
import type { SegmentRef } from '../../../core/session/events.ts';
import { lastRequestOf } from '../../../core/session/selectors.ts';
import type { BranchState, RequestState, SessionState } from '../../../core/session/state.ts';
import { segmentsOf, sharedCount } from './expand.ts';

/** One request drawn as a strip. */
export interface PrefixLane {
  readonly branch: string;
  readonly title: string;
  /** `head`: the request that the others are compared with. */
  readonly role: 'head' | 'self' | 'sibling';
  readonly request: RequestState;
  readonly segments: readonly SegmentRef[];
  /** Segments in common with the head, from the first on. */
  readonly sharedWithHead: number;
  /** Segments in common with some other fork of this family, from the first on; at least what is shared with the head. */
  readonly sharedWithSiblings: number;
}

export interface PrefixFamily {
  readonly lanes: readonly PrefixLane[];
  /** The lane of the branch that the pane shows. */
  readonly self: PrefixLane | null;
  readonly head: PrefixLane | null;
}

/** `start`: each branch's first request, where the proof of sharing is; `now`: its newest one. */
export type Moment = 'start' | 'now';

/** The requests to draw for one branch: what it was forked from, itself, and the forks that began at the same request. */
export function familyOf(state: SessionState, branchId: string, moment: Moment): PrefixFamily {
  const branch = state.branches[branchId];
  if (!branch) return { lanes: [], self: null, head: null };
  const headBranch = (branch.forkPoint && state.branches[branch.forkPoint.branch]) || branch;
  const headRequest = headRequestOf(state, branch, headBranch);
  if (!headRequest) return aloneOf(state, branch, moment);
  const forks = forksOf(state, headBranch).filter(
    (fork) => fork.id === branchId || againstOf(state, fork) === headRequest.requestId,
  );
  const head = lane(state, headBranch, headRequest, headBranch.id === branchId ? 'self' : 'head', []);
  const drawn = forks.flatMap((fork) => {
    const request = requestAt(state, fork, moment);
    return request ? [{ fork, request }] : [];
  });
  const lanes = drawn.map(({ fork, request }) =>
    lane(state, fork, request, fork.id === branchId ? 'self' : 'sibling', head.segments),
  );
  const marked = lanes.map((each) => {
    const others = lanes.filter((other) => other !== each);
    const common = others.map((other) => sharedCount(each.segments, other.segments));
    return { ...each, sharedWithSiblings: Math.max(each.sharedWithHead, ...common) };
  });
  const headShared = marked.reduce((most, { sharedWithHead }) => Math.max(most, sharedWithHead), 0);
  const whole = { ...head, sharedWithHead: headShared, sharedWithSiblings: headShared };
  const own = marked.filter(({ role }) => role === 'self');
  const others = marked.filter(({ role }) => role !== 'self');
  return { lanes: [whole, ...own, ...others], self: own[0] ?? (whole.role === 'self' ? whole : null), head: whole };
}

/** A branch that shares nothing (a subagent, a fork without snapshot, a root without forks). */
function aloneOf(state: SessionState, branch: BranchState, moment: Moment): PrefixFamily {
  const request = requestAt(state, branch, moment);
  if (!request) return { lanes: [], self: null, head: null };
  const self = lane(state, branch, request, 'self', []);
  return { lanes: [self], self, head: null };
}

function lane(
  state: SessionState,
  branch: BranchState,
  request: RequestState,
  role: PrefixLane['role'],
  head: readonly SegmentRef[],
): PrefixLane {
  const segments = segmentsOf(state.requests, request.requestId);
  const shared = sharedCount(head, segments);
  return {
    branch: branch.id,
    title: branch.title,
    role,
    request,
    segments,
    sharedWithHead: shared,
    sharedWithSiblings: shared,
  };
}

/** What a fork's own report names; for the head's own pane, what its newest fork names. */
function headRequestOf(state: SessionState, branch: BranchState, head: BranchState): RequestState | null {
  const named =
    head.id === branch.id
      ? forksOf(state, head)
          .map((fork) => againstOf(state, fork))
          .findLast((id) => id !== null)
      : againstOf(state, branch);
  return (named && state.requests[named]) || null;
}

function forksOf(state: SessionState, head: BranchState): BranchState[] {
  return head.children.flatMap((id) => state.branches[id] ?? []).filter(({ kind }) => kind === 'fork');
}

function againstOf(state: SessionState, fork: BranchState): string | null {
  const prefix = requestAt(state, fork, 'start')?.prefix;
  return prefix?.relation === 'parent' ? prefix.against : null;
}

export function requestAt(state: SessionState, branch: BranchState, moment: Moment): RequestState | null {
  return moment === 'start' ? firstRequestOf(state, branch) : lastRequestOf(state, branch);
}
