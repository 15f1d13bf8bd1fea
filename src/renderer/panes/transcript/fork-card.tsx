import { ArrowUpRight, ChevronRight } from 'lucide-react';
import type { ResultPart } from '../../../core/session/message.ts';
import { currentStepOf } from '../../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../../core/session/state.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { IconButton } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { StateMark } from '../../ui/state-mark.tsx';
import { CallBody, CallRow } from './call-row.tsx';
import { callStateOf } from './inherited.ts';
import { useFold, usePane } from './pane-context.ts';
import type { MessageRow } from './rows.ts';
import { useRowSession } from './use-row-session.ts';

interface ForkCardProps {
  readonly row: MessageRow & { kind: 'call' };
  readonly result: ResultPart | undefined;
}

/**
 * An `agent` call that started branches: "forked into …", one line a branch, the call's own input and placeholder folded
 * away. A call that started nothing (it was refused) is shown like any other.
 */
export function AgentRow({ row, result }: ForkCardProps) {
  const ids = useRowSession((state) => childrenOfCall(state, row.owner, row.call.callId).join(' '));
  const state = useRowSession((session) => callStateOf(session, row.owner, row.call.callId));
  const [isOpen, toggle] = useFold(row.key);
  if (ids === '') return <CallRow row={row} result={result} />;
  return (
    <>
      <ul className="fork-card" aria-label="Forked into">
        {ids.split(' ').map((id, index) => (
          <li key={id} className="fork-card-line">
            {index === 0 ? (
              <IconButton size="small" name="Show the call" aria-expanded={isOpen} onClick={toggle}>
                <ChevronRight className="fold-mark" aria-hidden />
              </IconButton>
            ) : (
              <span className="fork-card-indent" />
            )}
            <ForkLine branch={id} />
          </li>
        ))}
      </ul>
      {isOpen ? <CallBody row={row} result={result} state={state} /> : null}
    </>
  );
}

function ForkLine({ branch }: { branch: string }) {
  const { openBranch, branch: here } = usePane();
  const title = useRowSession((state) => {
    const found = state.branches[branch];
    return found ? titleOf(found) : branch;
  });
  const kind = useRowSession((state) => state.branches[branch]?.kind ?? 'fork');
  const status = useRowSession((state) => state.branches[branch]?.status ?? 'starting');
  const waitingFor = useRowSession((state) => state.branches[branch]?.waitingFor ?? null);
  const step = useRowSession((state) => stepOf(state, state.branches[branch]));
  const isHere = branch === here;
  return (
    <button type="button" className="fork-card-open" disabled={isHere} onClick={() => openBranch(branch)}>
      <KindGlyph kind={kind} />
      <span className="fork-card-title cut">{title}</span>
      <StateMark status={status} waitingFor={waitingFor} label={status} />
      <span className="fork-card-step cut">{isHere ? 'this branch' : step}</span>
      {isHere ? null : <ArrowUpRight aria-label="Open" />}
    </button>
  );
}

/** One line about the child; its report has a card of its own, so the end is only named here. */
function stepOf(state: SessionState, branch: BranchState | undefined): string {
  if (!branch) return '';
  if (branch.endedAt === null) return currentStepOf(state, branch);
  const changed = branch.worktree?.files ?? 0;
  return [branch.status, changed > 0 ? `${plural(changed, 'file')} changed` : ''].filter(Boolean).join(', ');
}

function childrenOfCall(state: SessionState, owner: string, callId: string): string[] {
  return (state.branches[owner]?.children ?? []).filter((id) => state.branches[id]?.callId === callId);
}
