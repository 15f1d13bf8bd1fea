import { budgetMeterOf } from '../../core/graph/budget.ts';
import { type Money, moneyOfSession } from '../../core/session/money.ts';
import { totalsOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import { cacheShare } from '../../core/session/usage.ts';
import { useSessionShallow } from '../stores/use-session.ts';
import { formatCost, formatShare, formatTokens } from '../ui/format.ts';
import { MoneySaved } from './money-saved.tsx';

/** What the whole session used so far. */
export function Totals() {
  const totals = useSessionShallow((state) => {
    const { branches, active, usage, cost } = totalsOf(state);
    const { input, output, thoughts } = usage;
    const known = state.session?.usageKnown !== false;
    return { branches, active, input, output: output + thoughts, share: cacheShare(usage), cost, known };
  });
  const money = useSessionShallow(moneyNow);
  const { branches, active, input, output, share, cost, known } = totals;
  return (
    <dl className="totals figures" aria-label="Totals of this session">
      <Total name="Active" value={`${active} of ${branches}`} hint="Branches that have not ended" />
      <Total
        name="Input"
        value={known ? formatTokens(input) : 'unknown'}
        hint={known ? `${input.toLocaleString('en')} input tokens, cached ones included` : NOT_STATED}
      />
      <Total
        name="From cache"
        value={formatShare(share)}
        look="cache"
        hint="Share of the input that came from the provider's cache"
      />
      <Total
        name="Output"
        value={known ? formatTokens(output) : 'unknown'}
        hint={known ? `${output.toLocaleString('en')} output tokens, thinking included` : NOT_STATED}
      />
      <Cost cost={known ? cost : null} />
      {(money.savedAgainstUncached ?? 0) > 0 && <MoneySaved money={money} />}
    </dl>
  );
}

const NOT_STATED = 'The transcript that this session comes from states no tokens';

let counted: { readonly requests: SessionState['requests']; readonly money: Money } | null = null;

/** Money changes with requests only; a tick of words must not add up all of them again. */
function moneyNow(state: SessionState): Money {
  if (counted?.requests !== state.requests) counted = { requests: state.requests, money: moneyOfSession(state) };
  return counted.money;
}

/** What was spent; with a budget also how much of it, as a bar that warns before it is used up. */
function Cost({ cost }: { readonly cost: number | null }) {
  const meter = useSessionShallow(budgetMeterOf);
  const unknown = 'Price unknown: a model is not in the price table';
  if (meter === null) {
    const value = cost === null ? 'unknown' : formatCost(cost);
    return <Total name="Cost" value={value} hint={cost === null ? unknown : 'All requests of all branches'} />;
  }
  const { budget, spent, isPartial, share, level } = meter;
  const words = {
    fine: '',
    near: 'The budget is nearly used up. ',
    over: 'The budget is used up: no request leaves any more. ',
  };
  const used = `${Math.floor(share * 100)} % of the budget of ${formatCost(budget)} is used`;
  const rest = isPartial ? '. Requests of models that are not in the price table are not counted' : '';
  return (
    <div className="total budget" data-level={level} title={`${words[level]}${used}${rest}`}>
      <dt>{level === 'near' || level === 'over' ? `Budget ${formatShare(share)} used` : 'Cost of budget'}</dt>
      <dd>
        {isPartial && 'at least '}
        {formatCost(spent)} <span className="budget__of">of {formatCost(budget)}</span>
      </dd>
      <dd className="budget__track" aria-hidden>
        <span className="budget__fill" style={{ width: `${Math.min(100, share * 100)}%` }} />
      </dd>
    </div>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly look?: 'cache';
}

function Total({ name, value, hint, look }: TotalProps) {
  return (
    <div className="total" title={hint} data-look={look}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
