import { hasEnded } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { useNow } from '../stores/use-now.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatElapsed } from '../ui/format.ts';
import { KindGlyph, kindName } from '../ui/kind-glyph.tsx';
import { StateMark, shownState, stateWord } from '../ui/state-mark.tsx';

interface CardHeadProps {
  readonly branch: BranchState;
  readonly asks: boolean;
}

export function CardHead({ branch, asks }: CardHeadProps) {
  const waitingFor = asks ? 'permission' : branch.waitingFor;
  const status = asks ? 'waiting' : branch.status;
  const title = titleOf(branch);
  return (
    <div className="card__head">
      <div className="card__title-row">
        <StateMark status={status} waitingFor={waitingFor} />
        <span className="card__title cut" title={title}>
          {title}
        </span>
        <span className="card__kind">
          <KindGlyph kind={branch.kind} />
          {kindName(branch.kind)}
        </span>
      </div>
      <div className="card__meta">
        <span className="state-word" data-status={shownState(status, waitingFor)}>
          {stateWord(status, waitingFor)}
          {branch.recovered && ' (recovered)'}
        </span>
        <span className="card__model cut" title={branch.model}>
          {branch.model}
        </span>
        <Elapsed branch={branch} />
      </div>
    </div>
  );
}

function Elapsed({ branch }: { readonly branch: BranchState }) {
  const active = !hasEnded(branch);
  const now = useNow(active);
  const end = branch.endedAt ?? now;
  return (
    <span className="card__elapsed figures" title={active ? 'Time since it started' : 'Time from start to end'}>
      {formatElapsed(end - branch.createdAt)}
    </span>
  );
}
