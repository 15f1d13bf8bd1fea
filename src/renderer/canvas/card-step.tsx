import { currentStepOf, hasEnded } from '../../core/session/selectors.ts';
import type { BranchState, SessionState } from '../../core/session/state.ts';
import { openPane } from '../dock/open-pane.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { useWaitsForInput } from './use-waits-for-input.ts';

interface CardStepProps {
  readonly branch: BranchState;
}

/** What the branch does now, in one line. For a failed branch it is why, and a click says it in full. */
export function CardStep({ branch }: CardStepProps) {
  const asked = useSession((state) => state.prompts.find((prompt) => prompt.branch === branch.id) ?? null);
  const step = useSession((state) => openChildren(state, branch) || currentStepOf(state, branch));
  const question = useWaitsForInput(branch);
  const text = asked ? asked.title : step;
  if (branch.status === 'failed' || branch.status === 'interrupted') {
    return (
      <button
        type="button"
        className="card__step card__step--why nodrag"
        title={text}
        onClick={() => viewStore.getState().openDialog({ kind: 'reason', branch: branch.id })}
      >
        <span className="cut">{text}</span>
        <span className="card__step-why">Why?</span>
      </button>
    );
  }
  if (question !== null && !asked) {
    return (
      <button
        type="button"
        className="card__step card__step--why nodrag"
        data-asks
        data-code
        title={`${text} has been silent since it wrote: ${question}`}
        aria-label={`The command seems to wait for input: ${question}. Open the terminal`}
        onClick={() => openPane('terminal', branch.id)}
      >
        <span className="cut">{question}</span>
        <span className="card__step-why">Type…</span>
      </button>
    );
  }
  return (
    <div className="card__step" data-asks={asked !== null} data-code={isCommand(branch, asked !== null)} title={text}>
      <span className="cut">{text}</span>
    </div>
  );
}

/** The titles of those it waits for: that it waits, and for how many, the state says already. */
function openChildren({ branches }: SessionState, { status, waitingFor, children }: BranchState): string {
  if (status !== 'waiting' || waitingFor !== 'children') return '';
  return children
    .flatMap((id) => branches[id] ?? [])
    .filter((child) => !hasEnded(child))
    .map(titleOf)
    .join(', ');
}

function isCommand(branch: BranchState, asked: boolean): boolean {
  return asked || branch.callOrder.some((id) => branch.calls[id]?.status === 'running');
}
