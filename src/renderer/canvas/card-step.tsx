import { currentStepOf } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';

interface CardStepProps {
  readonly branch: BranchState;
}

/** What the branch does now, in one line. For a failed branch it is why, and a click says it in full. */
export function CardStep({ branch }: CardStepProps) {
  const asked = useSession((state) => state.prompts.find((prompt) => prompt.branch === branch.id) ?? null);
  const step = useSession((state) => currentStepOf(state, branch));
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
  return (
    <div className="card__step" data-asks={asked !== null} data-code={isCommand(branch, asked !== null)} title={text}>
      <span className="cut">{text}</span>
    </div>
  );
}

function isCommand(branch: BranchState, asked: boolean): boolean {
  return asked || branch.callOrder.some((id) => branch.calls[id]?.status === 'running');
}
