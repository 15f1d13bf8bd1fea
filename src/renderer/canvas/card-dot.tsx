import { useEffect } from 'react';
import type { BranchState } from '../../core/session/state.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { canvasStore } from './canvas-store.ts';
import { TitleField, useIsRenamed } from './title-field.tsx';

interface CardDotProps {
  readonly branch: BranchState;
  readonly asks: boolean;
}

/** From far away: state, cost and name, large enough to be read; the style sheet leaves out what no longer can be. */
export function CardDot({ branch, asks }: CardDotProps) {
  const renaming = useIsRenamed(branch.id);
  // A name that is written must be read: the view comes closer for it.
  useEffect(() => {
    if (renaming) canvasStore.getState().focusOn([branch.id]);
  }, [renaming, branch.id]);
  const waitingFor = asks ? 'permission' : branch.waitingFor;
  return (
    <div className="card__dot" title={titleOf(branch)}>
      <StateMark status={asks ? 'waiting' : branch.status} waitingFor={waitingFor} />
      <span className="card__dot-cost figures">{branch.cost === null ? '?' : formatCost(branch.cost)}</span>
      {renaming ? (
        <TitleField branch={branch.id} title={titleOf(branch)} />
      ) : (
        <span className="card__dot-title cut">{titleOf(branch)}</span>
      )}
    </div>
  );
}
