import { expectedCostOf, knownCostOf, type OpenRequest, openRequestsOf } from '../../core/session/spending.ts';
import { BranchFailure } from './branch-failure.ts';
import type { SessionContext } from './session-context.ts';

/**
 * Lets a request leave only if the session's budget holds it, together with those that are under way. Must run in the
 * same tick as the request's start is written down, or two branches pass on the same money. Only answers that are longer
 * than expected can go over.
 * @throws BranchFailure with what is spent and what the request would take.
 */
export function requireBudget(context: SessionContext, request: OpenRequest): void {
  const { journal, prices, clock } = context;
  const { state } = journal;
  const budget = state.session?.budget ?? null;
  if (budget === null) return;
  const at = { prices, now: clock() };
  const spent = knownCostOf(state);
  if (spent >= budget) {
    throw new BranchFailure(
      `The session's budget of ${dollars(budget)} is used up (${dollars(spent)} spent). Raise it to go on.`,
    );
  }
  const expected = expectedCostOf(state, request, at);
  if (expected === null) {
    warnOfUnknownPrice(context, request.model);
    return;
  }
  const underWay = openRequestsOf(state).reduce(
    (total, open) => total + Math.max(expectedCostOf(state, open, at) ?? 0, open.usageSoFar?.cost ?? 0),
    0,
  );
  if (spent + underWay + expected <= budget) return;
  const also = underWay > 0 ? `, requests under way take about ${dollars(underWay)}` : '';
  throw new BranchFailure(
    `The session's budget of ${dollars(budget)} does not hold this request of about ${dollars(expected)}: ${dollars(spent)} is spent${also}. Raise it to go on.`,
  );
}

/** Once a model: a limit that cannot be kept must not look as if it were. */
function warnOfUnknownPrice({ journal }: SessionContext, model: string): void {
  const text = `The price of ${model} is unknown, so its requests do not count toward the session's budget; those of other models do. Add the model to prices.json in the data folder.`;
  if (journal.state.notices.some((notice) => notice.text === text)) return;
  journal.append({ type: 'notice', level: 'warning', branch: null, text });
}

/** Two digits after the point; for less than ten cents as many as show two that are not zero, four at least. */
export function dollars(value: number): string {
  if (value >= 0.1 || value <= 0) return `$${value.toFixed(2)}`;
  return `$${value.toFixed(Math.max(4, Math.min(12, 1 - Math.floor(Math.log10(value)))))}`;
}
