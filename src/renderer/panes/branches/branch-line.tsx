import { memo } from 'react';
import { useSession } from '../../stores/use-session.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { formatCost } from '../../ui/format.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { StateMark, stateWord } from '../../ui/state-mark.tsx';
import { useBranchField } from '../shared/use-branch-field.ts';
import { stepTextOf } from './outline.ts';

/** One branch in words: state, name, what it does now, cost, changes. */
export const BranchLine = memo(function BranchLine({ id }: { id: string }) {
  const title = useBranchField(id, titleOf, id);
  const kind = useBranchField(id, (branch) => branch.kind, 'fork');
  const status = useBranchField(id, (branch) => branch.status, 'starting');
  const waitingFor = useBranchField(id, (branch) => branch.waitingFor, null);
  const cost = useBranchField(id, (branch) => branch.cost, null);
  const changed = useBranchField(id, ({ worktree }) => changesText(worktree), '');
  const step = useSession((state) => stepTextOf(state, id));
  return (
    <>
      <StateMark status={status} waitingFor={waitingFor} />
      <KindGlyph kind={kind} />
      <span className="branch-line__title cut">{title}</span>
      <span className="branch-line__state" data-status={status}>
        {stateWord(status, waitingFor)}
      </span>
      <span className="branch-line__step cut">{step}</span>
      <span className="branch-line__figures figures">{changed}</span>
      <span className="branch-line__figures figures">{formatCost(cost)}</span>
    </>
  );
});

function changesText(
  worktree: { readonly files: number; readonly added: number; readonly removed: number } | null,
): string {
  return worktree === null || worktree.files === 0 ? '' : `+${worktree.added} −${worktree.removed}`;
}
