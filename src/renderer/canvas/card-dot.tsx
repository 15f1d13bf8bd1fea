import type { BranchState } from '../../core/session/state.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';

interface CardDotProps {
  readonly branch: BranchState;
  readonly asks: boolean;
  /** A speck has no room for the cost, a grain for no letter at all. */
  readonly level: 'grain' | 'speck' | 'dot';
}

/** From far away: state and cost, large enough to be read. */
export function CardDot({ branch, asks, level }: CardDotProps) {
  const waitingFor = asks ? 'permission' : branch.waitingFor;
  return (
    <div className="card__dot" title={titleOf(branch)}>
      <StateMark status={asks ? 'waiting' : branch.status} waitingFor={waitingFor} />
      {level === 'dot' && (
        <span className="card__dot-cost figures">{branch.cost === null ? '?' : formatCost(branch.cost)}</span>
      )}
      {level !== 'grain' && <span className="card__dot-title cut">{titleOf(branch)}</span>}
    </div>
  );
}
