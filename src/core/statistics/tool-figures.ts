import type { BranchState, SessionState } from '../session/state.ts';

/** What became of the calls of one tool, and what the steps cost that asked for them. */
export interface ToolFigures {
  readonly name: string;
  readonly calls: number;
  /** Ended with an error, or were interrupted. */
  readonly failed: number;
  readonly denied: number;
  /** Milliseconds from start to end, side by side ones counted each; null when the source states no times. */
  readonly ms: number | null;
  /**
   * Input and output tokens of the requests whose answers asked for it: a request that asked for three calls counts a
   * third for each. Null when the tokens of one of them are unknown.
   */
  readonly tokens: number | null;
  /** USD, shared out alike; null when one is unknown. */
  readonly cost: number | null;
}

interface Sum {
  calls: number;
  failed: number;
  denied: number;
  ms: number;
  tokens: number | null;
  cost: number | null;
}

/** The tools of these branches, the most called first. */
export function toolFigures(state: SessionState, branches: readonly BranchState[], now: number): ToolFigures[] {
  const timesKnown = state.session?.timesKnown !== false;
  const sums = new Map<string, Sum>();
  for (const branch of branches) {
    const calls = branch.callOrder.flatMap((id) => branch.calls[id] ?? []);
    const perRequest = new Map<string | null, number>();
    for (const { requestId } of calls) perRequest.set(requestId, (perRequest.get(requestId) ?? 0) + 1);
    for (const { name, status, startedAt, endedAt, requestId } of calls) {
      const sum = sums.get(name) ?? { calls: 0, failed: 0, denied: 0, ms: 0, tokens: 0, cost: 0 };
      sums.set(name, sum);
      sum.calls++;
      if (status === 'error' || status === 'interrupted') sum.failed++;
      if (status === 'denied') sum.denied++;
      sum.ms += Math.max(0, (endedAt ?? now) - startedAt);
      const request = requestId === null ? undefined : state.requests[requestId];
      const share = 1 / (perRequest.get(requestId) ?? 1);
      const usage = request?.usage;
      sum.tokens = add(sum.tokens, usage ? (usage.input + usage.output + usage.thoughts) * share : null);
      sum.cost = add(sum.cost, request?.cost == null ? null : request.cost * share);
    }
  }
  return [...sums]
    .map(([name, { ms, ...sum }]) => ({ name, ...sum, ms: timesKnown ? ms : null }))
    .sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
}

function add(sum: number | null, value: number | null): number | null {
  return sum === null || value === null ? null : sum + value;
}
