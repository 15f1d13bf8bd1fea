import { totalsOf } from '../../core/session/selectors.ts';
import { cacheShare } from '../../core/session/usage.ts';
import { useSessionShallow } from '../stores/use-session.ts';
import { formatCost, formatShare, formatTokens } from '../ui/format.ts';

/** What the whole session used so far. */
export function Totals() {
  const totals = useSessionShallow((state) => {
    const { branches, active, usage, cost, uncachedCost } = totalsOf(state);
    const { input, output, thoughts } = usage;
    return { branches, active, input, output: output + thoughts, share: cacheShare(usage), cost, uncachedCost };
  });
  const { branches, active, input, output, share, cost, uncachedCost } = totals;
  const saved = cost === null || uncachedCost === null ? null : uncachedCost - cost;
  return (
    <dl className="totals figures" aria-label="Totals of this session">
      <Total name="Active" value={`${active} of ${branches}`} hint="Branches that have not ended" />
      <Total
        name="Input"
        value={formatTokens(input)}
        hint={`${input.toLocaleString('en')} input tokens, cached ones included`}
      />
      <Total
        name="From cache"
        value={formatShare(share)}
        look="cache"
        hint="Share of the input that came from the provider's cache"
      />
      <Total
        name="Output"
        value={formatTokens(output)}
        hint={`${output.toLocaleString('en')} output tokens, thinking included`}
      />
      <Total
        name="Cost"
        value={cost === null ? 'unknown' : formatCost(cost)}
        hint={cost === null ? 'Price unknown: a model is not in the price table' : 'All requests of all branches'}
      />
      {saved !== null && saved > 0 && (
        <Total
          name="Saved"
          value={formatCost(saved)}
          look="cache"
          hint={`The same requests without a cache: ${formatCost(uncachedCost)}`}
        />
      )}
    </dl>
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
