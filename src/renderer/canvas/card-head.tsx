import { Pin } from 'lucide-react';
import { useStore } from 'zustand';
import { isStoppedByBudget } from '../../core/graph/budget.ts';
import { retryAtOf } from '../../core/graph/retry.ts';
import { hasEnded, waitsForWords } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { useNow } from '../stores/use-now.ts';
import { useSession } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatElapsed } from '../ui/format.ts';
import { KindGlyph, kindName } from '../ui/kind-glyph.tsx';
import { StateMark, shownState, stateWord } from '../ui/state-mark.tsx';
import { TitleField, useIsRenamed } from './title-field.tsx';

interface CardHeadProps {
  readonly branch: BranchState;
  readonly asks: boolean;
  readonly pinned: boolean;
}

export function CardHead({ branch, asks, pinned }: CardHeadProps) {
  const waitingFor = asks ? 'permission' : branch.waitingFor;
  const status = asks ? 'waiting' : branch.status;
  const renaming = useIsRenamed(branch.id);
  const title = titleOf(branch);
  return (
    <div className="card__head">
      <div className="card__title-row">
        <StateMark status={status} waitingFor={waitingFor} />
        {renaming ? (
          <TitleField branch={branch.id} title={title} />
        ) : (
          <span className="card__title cut" title={title}>
            {title}
          </span>
        )}
        {pinned && <Pin className="card__pin" role="img" aria-label="Pinned" />}
        <span className="card__kind">
          <KindGlyph kind={branch.kind} />
          {kindName(branch.kind)}
        </span>
      </div>
      <div className="card__meta">
        <span className="state-word" data-status={shownState(status, waitingFor)}>
          <StateWords branch={branch} asks={asks} />
        </span>
        <span className="card__model cut" title={branch.model}>
          {branch.model}
        </span>
        <Elapsed branch={branch} />
      </div>
    </div>
  );
}

/** The state in words, as exact as the log allows: a wait says until when, a stop says what stopped it. */
function StateWords({ branch, asks }: { readonly branch: BranchState; readonly asks: boolean }) {
  const isOut = branch.status === 'waiting' && branch.waitingFor === 'children';
  const waits = useSession((state) => (isOut ? waitsForWords(state, branch) : null));
  const retryAt = useSession((state) => retryAtOf(state, branch));
  const pausing = useStore(stoppedStore, (stopped) => stopped.pausing.has(branch.id));
  const now = useNow(retryAt !== null);
  if (asks) return stateWord('waiting', 'permission');
  if (isStoppedByBudget(branch)) return 'Over budget';
  if (retryAt !== null && retryAt > now) return `Retries in ${Math.ceil((retryAt - now) / 1000)} s`;
  if (pausing && branch.status !== 'paused' && !hasEnded(branch)) return 'Pausing…';
  if (waits !== null) return `${waits.charAt(0).toUpperCase()}${waits.slice(1)}`;
  return `${stateWord(branch.status, branch.waitingFor)}${branch.recovered ? ' (recovered)' : ''}`;
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
