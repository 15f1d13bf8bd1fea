import type { BranchState, RequestState, SessionState } from '../../../core/session/state.ts';
import { addUsage, NO_USAGE, type Usage } from '../../../core/session/usage.ts';
import { type Feed, Remembered } from '../shared/use-feed.ts';

export interface RequestRow {
  readonly request: RequestState;
  /** Milliseconds; null while it has not come. */
  readonly firstByteMs: number | null;
  readonly durationMs: number | null;
  /** How it ended, in plain words. */
  readonly end: string;
  readonly tone: 'running' | 'completed' | 'failed' | 'interrupted';
}

export interface RequestSums {
  readonly answered: number;
  readonly failed: number;
  readonly usage: Usage;
  /** Milliseconds that the model was asked or answering, all attempts. */
  readonly durationMs: number;
  /** USD; null as soon as one answered request has no known price. */
  readonly cost: number | null;
}

export function requestRows(state: SessionState, branch: BranchState): RequestRow[] {
  return branch.requests.flatMap((id) => {
    const request = state.requests[id];
    if (!request) return [];
    const { startedAt, firstByteAt, endedAt } = request;
    return {
      request,
      firstByteMs: firstByteAt === null ? null : firstByteAt - startedAt,
      durationMs: endedAt === null ? null : endedAt - startedAt,
      ...endOf(request, branch),
    };
  });
}

function endOf({ failure, endedAt, firstByteAt }: RequestState, branch: BranchState): Pick<RequestRow, 'end' | 'tone'> {
  if (failure) {
    const next = failure.retryInMs === null ? '' : ` Tried again after ${(failure.retryInMs / 1_000).toFixed(1)} s.`;
    return { end: `${failure.message}${next}`, tone: 'failed' };
  }
  if (endedAt !== null) return { end: 'answered', tone: 'completed' };
  // The branch's end closes a request that the log never closed.
  if (branch.endedAt !== null) return { end: 'cut off when the branch ended', tone: 'interrupted' };
  return { end: firstByteAt === null ? 'waits for the first byte' : 'is answering', tone: 'running' };
}

export function sumRequests(rows: readonly RequestRow[]): RequestSums {
  let usage = NO_USAGE;
  let cost: number | null = 0;
  let durationMs = 0;
  for (const { request, durationMs: took } of rows) {
    durationMs += took ?? 0;
    // A broken attempt is paid for too, but its tokens are no part of the conversation.
    if (request.usage && !request.failure) usage = addUsage(usage, request.usage);
    if (request.cost !== null) cost = cost === null ? null : cost + request.cost;
    else if (request.usage) cost = null;
  }
  return {
    answered: rows.filter(({ tone }) => tone === 'completed').length,
    failed: rows.filter(({ tone }) => tone === 'failed').length,
    usage,
    durationMs,
    cost,
  };
}

/** The table of one branch; it changes only when one of the branch's requests does. */
export class RequestFeed implements Feed<readonly RequestRow[]> {
  readonly #rows = new Remembered<readonly RequestRow[]>();

  read(state: SessionState, branchId: string): readonly RequestRow[] {
    const branch = state.branches[branchId];
    const requests = branch?.requests.map((id) => state.requests[id]) ?? [];
    return this.#rows.get([branchId, branch?.endedAt, ...requests], () => (branch ? requestRows(state, branch) : []));
  }
}
