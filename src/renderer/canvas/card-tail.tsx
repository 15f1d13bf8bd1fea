import { textOf } from '../../core/session/message.ts';
import { plainWords } from '../../core/session/plain-words.ts';
import { currentStepOf } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { useSession } from '../stores/use-session.ts';

/** Characters of the transcript's end that a card can show. */
const TAIL_CHARACTERS = 420;

/** The live end of the transcript, for a card that a person has come close to. */
export function CardTail({ branch }: { readonly branch: BranchState }) {
  const step = useSession((state) => currentStepOf(state, branch));
  const live = branch.live.text || branch.live.thought;
  const last = branch.entries.findLast(({ message }) => message.role === 'model' && textOf(message).trim() !== '');
  const text = live || branch.report || (last ? textOf(last.message) : '') || step;
  return (
    <div className="card__tail" title={step}>
      <p>{plainWords(text.trim().slice(-TAIL_CHARACTERS))}</p>
    </div>
  );
}
