import { ChevronRight } from 'lucide-react';
import { currentStepOf } from '../../../core/session/selectors.ts';
import type { BranchState } from '../../../core/session/state.ts';
import { StateMark, stateWord } from '../../ui/state-mark.tsx';
import { Markdown } from './markdown.tsx';
import { useFold } from './pane-context.ts';
import { useRowBranchField, useRowSession } from './use-row-session.ts';

/** The end of a live transcript: the answer as it streams, or what the branch waits for. */
export function LiveRow({ branch }: { branch: string }) {
  const text = useRowBranchField(branch, (found) => found.live.text, '');
  const thought = useRowBranchField(branch, (found) => found.live.thought, '');
  const status = useRowBranchField(branch, (found) => found.status, 'starting');
  const waitingFor = useRowBranchField(branch, (found) => found.waitingFor, null);
  const step = useRowSession((state) => {
    const found = state.branches[branch];
    return found && !runsCall(found) ? currentStepOf(state, found) : '';
  });
  return (
    <div className="live-row" aria-busy="true">
      {thought === '' ? null : <LiveThought text={thought} isOver={text !== ''} />}
      {text === '' ? null : <Markdown text={text} />}
      {text === '' && thought === '' && step !== '' ? (
        <p className="live-status">
          <StateMark status={status} waitingFor={waitingFor} label={stateWord(status, waitingFor)} />
          <span>{step}</span>
        </p>
      ) : null}
    </div>
  );
}

/** A running call has a row of its own, with a mark that turns: it needs no second line. */
function runsCall({ waitingFor, callOrder, calls }: BranchState): boolean {
  return waitingFor === null && calls[callOrder.at(-1) ?? '']?.status === 'running';
}

function LiveThought({ text, isOver }: { text: string; isOver: boolean }) {
  const [isOpen, toggle] = useFold('live.thought');
  return (
    <div className="thought-row">
      <button type="button" className="thought-head" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="fold-mark" aria-hidden />
        <span>{isOver ? 'Thought' : 'Thinking'}</span>
        {isOpen ? null : <span className="thought-peek cut">{lastLine(text)}</span>}
      </button>
      {isOpen ? <p className="thought-body plain-text">{text}</p> : null}
    </div>
  );
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
