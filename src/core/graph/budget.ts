import { totalsOf } from '../session/selectors.ts';
import { knownCostOf } from '../session/spending.ts';
import type { BranchState, SessionState } from '../session/state.ts';

/** Share of the budget from which on the screen warns. */
export const WARN_AT = 0.8;

export interface BudgetMeter {
  /** USD. */
  readonly budget: number;
  /** USD, of the requests whose price is known. */
  readonly spent: number;
  /** True when there are others: `spent` is a lower bound then. */
  readonly isPartial: boolean;
  /** 0 to 1 and above. */
  readonly share: number;
  readonly level: 'fine' | 'near' | 'over';
}

/** How much of the session's budget is used; null when it has none. */
export function budgetMeterOf(state: SessionState): BudgetMeter | null {
  const budget = state.session?.budget ?? null;
  if (budget === null || budget <= 0) return null;
  const { cost } = totalsOf(state);
  const spent = cost ?? knownCostOf(state);
  const share = spent / budget;
  return {
    budget,
    spent,
    isPartial: cost === null,
    share,
    level: share >= 1 ? 'over' : share >= WARN_AT ? 'near' : 'fine',
  };
}

/** True for a branch that was refused its next request because the session's budget is used up. */
export function isStoppedByBudget({ status, reason }: Pick<BranchState, 'status' | 'reason'>): boolean {
  return (status === 'failed' || status === 'paused') && reason !== null && /\bbudget\b/i.test(reason);
}
