import { branchesOf } from './selectors.ts';
import type { BranchState, RequestState, SessionState } from './state.ts';

/** What was paid, and what two other ways of doing the same would have cost. USD; null where a price is unknown. */
export interface Money {
  readonly cost: number | null;
  /** The same requests with every input token at full price: see `UNCACHED_MEANS`. */
  readonly uncached: number | null;
  /** Fresh agents with only a brief in the place of forks: see `FRESH_MEANS`. */
  readonly fresh: number | null;
  /** What was saved against each; negative when the other way would have been cheaper. */
  readonly savedAgainstUncached: number | null;
  readonly savedAgainstFresh: number | null;
}

export const UNCACHED_MEANS = 'The same requests, every input token at full price.';
export const FRESH_MEANS =
  'The same steps of agents that start with only a brief: nothing inherited, and a first request that finds nothing in the cache. What a fork knows already they would have to read again, so the true number is higher.';

/** A request that is still being answered has cost nothing that is known. */
export function moneyOfRequest(request: RequestState): Money {
  const { cost, uncached, fresh } = paidFor(request);
  return moneyOf(cost, uncached, fresh);
}

function paidFor(request: RequestState): Pick<Money, 'cost' | 'uncached' | 'fresh'> {
  const { cost, uncachedCost, freshCost, failure, endedAt } = request;
  if (endedAt === null) return FREE;
  // A broken attempt is paid whatever the cache does; one without usage is counted as nothing, as the branch does.
  if (failure !== null) return { cost: cost ?? 0, uncached: cost ?? 0, fresh: cost ?? 0 };
  return { cost, uncached: uncachedCost, fresh: freshCost === undefined ? cost : freshCost };
}

export function moneyOfBranch(state: SessionState, branch: BranchState): Money {
  let cost: number | null = 0;
  let uncached: number | null = 0;
  let fresh: number | null = 0;
  for (const id of branch.requests) {
    const request = state.requests[id];
    if (!request) continue;
    const paid = paidFor(request);
    cost = sum(cost, paid.cost);
    uncached = sum(uncached, paid.uncached);
    fresh = sum(fresh, paid.fresh);
  }
  return moneyOf(cost, uncached, fresh);
}

/** All branches, but for what an import marks as left out. */
export function moneyOfSession(state: SessionState): Money {
  return branchesOf(state)
    .filter(({ leftOut }) => leftOut !== 'abandoned' && leftOut !== 'inherited')
    .map((branch) => moneyOfBranch(state, branch))
    .reduce(add, NOTHING);
}

const FREE = { cost: 0, uncached: 0, fresh: 0 };
const NOTHING = moneyOf(0, 0, 0);

function moneyOf(cost: number | null, uncached: number | null, fresh: number | null): Money {
  return {
    cost,
    uncached,
    fresh,
    savedAgainstUncached: difference(uncached, cost),
    savedAgainstFresh: difference(fresh, cost),
  };
}

function add(a: Money, b: Money): Money {
  return moneyOf(sum(a.cost, b.cost), sum(a.uncached, b.uncached), sum(a.fresh, b.fresh));
}

/** Once a price is unknown the sum stays unknown. */
function sum(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
