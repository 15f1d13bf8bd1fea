import { allowedTokens, windowOf } from '../../core/compaction/model-windows.ts';
import type { BuiltRequest } from '../../core/prefix/build-request.ts';
import type { BranchState, RequestState, SessionState } from '../../core/session/state.ts';
import { BYTES_PER_TOKEN } from '../../core/subagent/estimate-usage.ts';
import type { RunSettings } from './run-settings.ts';

/** How large the next request of a branch is, and how large it may be. */
export interface RequestWeight {
  readonly tokens: number;
  readonly allowed: number;
  /** As the provider counted the last request; the rule of thumb without one. */
  readonly tokensPerByte: number;
  /** False when no request was answered since the last compaction: that sample is spent, and nothing new is known. */
  readonly isFresh: boolean;
}

/** A provider that refused a request of some size will refuse the next of that size too. */
const BELOW_REFUSED = 0.9;

/**
 * Weighs what is about to be sent: the last answered request with its answer, and what came since. A fork's first request
 * is weighed by its parent's last.
 */
export function weighRequest(
  state: SessionState,
  branch: BranchState,
  built: BuiltRequest,
  settings: Pick<RunSettings, 'windows' | 'compaction'>,
  inherited: string | null,
): RequestWeight {
  const sample = lastAnswered(state, branch) ?? (inherited === null ? null : (state.requests[inherited] ?? null));
  const usage = sample?.usage ?? null;
  const known = usage !== null && usage.input > 0 && sample !== null && sample.totalBytes > 0;
  const tokensPerByte = known ? usage.input / sample.totalBytes : 1 / BYTES_PER_TOKEN;
  const bySize = built.totalBytes * tokensPerByte;
  const byCount = usage ? usage.input + usage.output + usage.thoughts : 0;
  const window = windowOf(built.snapshot.model, settings.windows);
  const refused = branch.compactions.flatMap(({ trigger, tokens }) => (trigger === 'overflow' ? [tokens] : []));
  return {
    // After a compaction the count is of a context that is no more.
    tokens: Math.ceil(isSpent(branch, sample) ? bySize : Math.max(bySize, byCount)),
    allowed: Math.floor(
      Math.min(
        allowedTokens(window, settings.compaction === 'summary'),
        ...refused.map((tokens) => tokens * BELOW_REFUSED),
      ),
    ),
    tokensPerByte,
    isFresh: sample !== null && !isSpent(branch, sample),
  };
}

function lastAnswered(state: SessionState, branch: BranchState): RequestState | null {
  const id = branch.requests.findLast((request) => {
    const { usage = null, failure = null, purpose = null } = state.requests[request] ?? {};
    return usage !== null && failure === null && purpose === null;
  });
  return id === undefined ? null : (state.requests[id] ?? null);
}

function isSpent({ compactions, requests }: BranchState, sample: RequestState | null): boolean {
  const last = compactions.at(-1);
  if (!last || !sample) return false;
  const position = (id: string | null) => (id === null ? -1 : requests.indexOf(id));
  return position(last.afterRequest) >= position(sample.requestId);
}
