import { ChevronRight } from 'lucide-react';
import { useDeferredValue } from 'react';
import { currentStepOf } from '../../../core/session/selectors.ts';
import { useBranch, useSessionState } from '../shared/use-session.ts';
import { Markdown } from './markdown.tsx';
import { useFold } from './pane-context.ts';
import { StateIcon } from './state-icon.tsx';

/** The end of a live transcript: the answer as it streams, or what the branch waits for. */
export function LiveRow({ branch }: { branch: string }) {
  const text = useDeferredValue(useBranch(branch, (found) => found.live.text, ''));
  const thought = useBranch(branch, (found) => found.live.thought, '');
  const status = useBranch(branch, (found) => found.status, 'starting');
  const step = useSessionState((state) => {
    const found = state.branches[branch];
    return found ? currentStepOf(state, found) : '';
  });
  return (
    <div className="live-row" aria-busy="true">
      {thought === '' ? null : <LiveThought text={thought} isOver={text !== ''} />}
      {text === '' ? null : <Markdown text={text} />}
      {text === '' && thought === '' ? (
        <p className="live-status">
          <StateIcon state={status} />
          <span>{step}</span>
        </p>
      ) : (
        <span className="live-caret" aria-hidden />
      )}
    </div>
  );
}

function LiveThought({ text, isOver }: { text: string; isOver: boolean }) {
  const [isOpen, toggle] = useFold('live.thought');
  return (
    <div className="thought-row">
      <button type="button" className="thought-head" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="fold-mark" aria-hidden />
        <span>{isOver ? 'Thought' : 'Thinking'}</span>
        {isOpen ? null : <span className="thought-peek pane-clip">{lastLine(text)}</span>}
      </button>
      {isOpen ? <p className="thought-body plain-text">{text}</p> : null}
    </div>
  );
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}
