import { totalsOf } from '../session/selectors.ts';
import type { BranchState, SessionState } from '../session/state.ts';

/** Share of the budget from which on the screen warns. */
export const WARN_AT = 0.8;

export interface BudgetMeter {
  /** USD. */
  readonly budget: number;
  /** USD; null when a price is unknown: then nothing keeps the budget either. */
  readonly spent: number | null;
  /** 0 to 1 and above; null when a price is unknown. */
  readonly share: number | null;
  readonly level: 'unknown' | 'fine' | 'near' | 'over';
}

/** How much of the session's budget is used; null when it has none. */
export function budgetMeterOf(state: SessionState): BudgetMeter | null {
  const budget = state.session?.budget ?? null;
  if (budget === null || budget <= 0) return null;
  const spent = totalsOf(state).cost;
  if (spent === null) return { budget, spent, share: null, level: 'unknown' };
  const share = spent / budget;
  return { budget, spent, share, level: share >= 1 ? 'over' : share >= WARN_AT ? 'near' : 'fine' };
}

/** True for a branch that was refused its next request because the session's budget is used up. */
export function isStoppedByBudget({ status, reason }: Pick<BranchState, 'status' | 'reason'>): boolean {
  return (status === 'failed' || status === 'paused') && reason !== null && /\bbudget\b/i.test(reason);
}
