import { allowedTokens, windowOf } from '../compaction/model-windows.ts';
import type { BranchState, SessionState } from './state.ts';
import { addUsage, type Usage } from './usage.ts';

/** What a branch has used, as far as is known at this moment: also of the request that runs, and of broken ones. */
export interface BranchStatistics {
  /** All requests, the running and the broken ones included. */
  readonly usage: Usage;
  /** USD; null when a price is unknown. */
  readonly cost: number | null;
  /** Requests whose tokens are estimates. */
  readonly estimated: number;
  /** Tokens of the last request that was counted, with its answer: how full the context is. */
  readonly contextTokens: number;
  /** Tokens of the model's window, the share of it that is used, and from how many tokens on it is compacted. */
  readonly window: number;
  readonly windowShare: number;
  readonly allowedTokens: number;
  readonly toolCalls: number;
  /** One line, e.g. `bash npm test`; null before the first call. */
  readonly lastTool: string | null;
}

/** `windows` are a person's own context windows by model name. */
export function statisticsOf(
  state: SessionState,
  branch: BranchState,
  windows: Readonly<Record<string, number>> = {},
): BranchStatistics {
  const requests = branch.requests.flatMap((id) => state.requests[id] ?? []);
  const running = requests.flatMap(({ usageSoFar }) => usageSoFar ?? []);
  const counted = requests.findLast(({ usage, usageSoFar, purpose }) => !purpose && (usageSoFar ?? usage));
  const last = counted?.usageSoFar?.usage ?? counted?.usage ?? null;
  const known = windowOf(branch.model, windows);
  const contextTokens = last ? last.input + last.output + last.thoughts : 0;
  const lastCall = branch.callOrder.at(-1);
  return {
    usage: running.reduce((sum, { usage }) => addUsage(sum, usage), addUsage(branch.usage, branch.brokenUsage)),
    cost: running.reduce<number | null>(
      (sum, { cost }) => (sum === null || cost === null ? null : sum + cost),
      branch.cost,
    ),
    estimated: branch.estimatedUsage,
    contextTokens,
    window: known.tokens,
    windowShare: contextTokens / known.tokens,
    allowedTokens: allowedTokens(known),
    toolCalls: branch.callOrder.length,
    lastTool: lastCall === undefined ? null : (branch.calls[lastCall]?.title ?? null),
  };
}
