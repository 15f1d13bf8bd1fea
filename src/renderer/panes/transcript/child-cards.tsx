import { ArrowUpRight } from 'lucide-react';
import { currentStepOf } from '../../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../../core/session/state.ts';
import { formatPlural } from '../shared/format.ts';
import { useSessionState } from '../shared/use-session.ts';
import { usePane } from './pane-context.ts';
import { StateIcon } from './state-icon.tsx';

interface ChildCardsProps {
  readonly owner: string;
  readonly callId: string;
}

/** "forked into …": the branches that one `agent` call started. Their reports come as a message of their own. */
export function ChildCards({ owner, callId }: ChildCardsProps) {
  const ids = useSessionState((state) => childrenOfCall(state, owner, callId).join(' '));
  if (ids === '') return null;
  const children = ids.split(' ');
  return (
    <ul className="child-cards" aria-label="Forked into">
      {children.map((id) => (
        <ChildCard key={id} branch={id} />
      ))}
    </ul>
  );
}

function ChildCard({ branch }: { branch: string }) {
  const { openBranch, branch: here } = usePane();
  const title = useSessionState((state) => state.branches[branch]?.title ?? branch);
  const kind = useSessionState((state) => state.branches[branch]?.kind ?? 'fork');
  const status = useSessionState((state) => state.branches[branch]?.status ?? 'starting');
  const step = useSessionState((state) => stepOf(state, state.branches[branch]));
  return (
    <li>
      <button type="button" className="child-card" disabled={branch === here} onClick={() => openBranch(branch)}>
        <StateIcon state={status} />
        <span className="child-title pane-clip">{title}</span>
        <span className="child-step pane-clip">{branch === here ? 'this branch' : step}</span>
        {branch === here ? null : <ArrowUpRight aria-label={`Open this ${kind}`} />}
      </button>
    </li>
  );
}

function stepOf(state: SessionState, branch: BranchState | undefined): string {
  if (!branch) return '';
  if (branch.endedAt === null) return currentStepOf(state, branch);
  const changed = branch.worktree?.files ?? 0;
  return [branch.status, changed > 0 ? formatPlural(changed, 'file changed', 'files changed') : '']
    .filter(Boolean)
    .join(', ');
}

export function childrenOfCall(state: SessionState, owner: string, callId: string): string[] {
  return (state.branches[owner]?.children ?? []).filter((id) => state.branches[id]?.callId === callId);
}
