import { RotateCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { collisionGrid, findPair } from '../../core/worktree/collision-grid.ts';
import { type CollisionMatrix, isParentSide } from '../../core/worktree/collision-matrix.ts';
import { paneTargetStore } from '../dock/pane-target.ts';
import { conflictStore } from '../stores/conflict-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useSession } from '../stores/use-session.ts';
import { lookAtConflicts } from '../stores/watch-conflicts.ts';
import { IconButton } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { formatClock } from './shared/format.ts';
import './conflicts/conflicts.css';
import { MatrixTable } from './conflicts/matrix-table.tsx';
import { MergeOrderList } from './conflicts/merge-order-list.tsx';
import { PairDetail } from './conflicts/pair-detail.tsx';
import { sideName } from './conflicts/side-name.ts';
import './diff/diff.css';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';

/** Which worktrees collide: everyone against everyone, the files and lines of a pair, and an order of merging. */
export function ConflictsPane(_: { readonly branch: string }) {
  const { matrix, asOf, isBusy, fault } = useStore(conflictStore);
  // The pane that is opened wants to know now; from then on the watch keeps it in step.
  useEffect(() => {
    const { matrix: known, isBusy: looks } = conflictStore.getState();
    if (known === null && !looks) void lookAtConflicts(null);
  }, []);
  return (
    <section className="pane-view conflicts-pane" aria-label="Conflicts between worktrees" aria-busy={isBusy}>
      <div className="pane-bar">
        <span className="pane-grow cut">{matrix === null ? '' : summaryOf(matrix)}</span>
        <span className="conflicts-pane__time figures" role="status">
          {isBusy ? 'Comparing…' : asOf === null ? '' : `as of ${formatClock(asOf)}`}
        </span>
        <IconButton size="small" name="Compare again" disabled={isBusy} onClick={() => void lookAtConflicts(null)}>
          <RotateCw aria-hidden />
        </IconButton>
      </div>
      {fault !== null && <FaultLine message={fault} />}
      {matrix !== null && matrix.sides.length > 1 ? (
        <Matrix matrix={matrix} />
      ) : (
        (fault === null || matrix !== null) && (
          <PaneEmpty title={isBusy ? 'Comparing the worktrees…' : 'No fork has a worktree to compare.'}>
            {isBusy
              ? null
              : 'Forks that work in worktrees of their own are compared here, with each other and with your checkout.'}
          </PaneEmpty>
        )
      )}
    </section>
  );
}

function Matrix({ matrix }: { readonly matrix: CollisionMatrix }) {
  const order = useSession((state) => state.order);
  const rows = useMemo(() => collisionGrid(matrix, order), [matrix, order]);
  const nameOf = (id: string): string => {
    const side = matrix.sides.find((each) => each.id === id) ?? { id, changedFiles: 0, problem: null };
    return sideName(sessionStore.getState().state, side, isParentSide(side));
  };
  const wanted = useStore(paneTargetStore, ({ target }) => (target?.kind === 'conflicts' ? target : null));
  const [chosen, setChosen] = useState<readonly [string, string] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is answered once
  useEffect(() => {
    const [one, other] = wanted?.place.split(' ') ?? [];
    if (one && other) setChosen([one, other]);
  }, [wanted?.wish]);
  const worst = matrix.pairs.find(({ level }) => level === 'hot') ?? matrix.pairs.find(({ level }) => level === 'soft');
  const pair = (chosen && findPair(matrix.pairs, ...chosen)) ?? worst ?? null;
  const problems = matrix.sides.filter(({ problem }) => problem !== null);
  return (
    <div className="pane-scroll conflicts">
      <div className="conflicts__top">
        <div className="conflicts__grid">
          <MatrixTable
            rows={rows}
            nameOf={nameOf}
            chosen={pair && [pair.one, pair.other]}
            onChoose={(row, column) => setChosen([row, column])}
          />
        </div>
        <MergeOrderList order={matrix.order} nameOf={nameOf} />
      </div>
      {problems.map(({ id, problem }) => (
        <FaultLine key={id} message={`${nameOf(id)} was not compared: ${problem}`} />
      ))}
      {pair && <PairDetail pair={pair} nameOf={nameOf} />}
    </div>
  );
}

function summaryOf({ pairs }: CollisionMatrix): string {
  const count = (level: string) => pairs.filter((pair) => pair.level === level).length;
  const [hot, soft] = [count('hot'), count('soft')];
  if (hot === 0 && soft === 0) return 'No two of them touch the same file';
  return [hot > 0 ? `${hot} hot` : '', soft > 0 ? `${soft} soft` : '', `${count('clean')} clean`]
    .filter((part) => part !== '')
    .join(', ');
}
