import { Panel } from '@xyflow/react';
import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { textOf } from '../../core/session/message.ts';
import { plainWords } from '../../core/session/plain-words.ts';
import { currentStepOf } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { plainText } from '../panes/transcript/output-lines.ts';
import { useBranch, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { IconButton } from '../ui/button.tsx';
import { formatCost, plural } from '../ui/format.ts';
import { KindGlyph, kindName } from '../ui/kind-glyph.tsx';
import { StateMark, stateWord } from '../ui/state-mark.tsx';
import './peek.css';

/** Characters of the last words, and lines of the terminal and of the file list, that a glance can take. */
const WORDS = 900;
const LINES = 8;
const FILES = 6;

/** The selected branch larger, over the tree: it follows the arrows, and opens no pane. */
export function Peek() {
  const peeking = useStore(viewStore, (view) => view.peeking);
  const selected = useStore(viewStore, (view) => view.selected);
  const branch = useBranch(peeking && selected !== null ? selected : '');
  if (!branch) return null;
  return (
    <Panel position="top-right" className="peek nowheel nodrag nopan">
      <section aria-label={`Peek at ${titleOf(branch)}`} aria-live="polite">
        <header className="peek__head">
          <StateMark status={branch.status} waitingFor={branch.waitingFor} />
          <h2 className="cut">{titleOf(branch)}</h2>
          <IconButton
            size="small"
            name="End the peek"
            command="branch.peek"
            onClick={() => viewStore.getState().setPeeking(false)}
          >
            <X aria-hidden />
          </IconButton>
        </header>
        <p className="peek__facts figures">
          <KindGlyph kind={branch.kind} /> {kindName(branch.kind)} · {stateWord(branch.status, branch.waitingFor)} ·{' '}
          {branch.model} · {plural(branch.steps, 'step')} · {formatCost(branch.cost)}
        </p>
        <Parts branch={branch} />
        <p className="peek__keys">Arrows walk · Enter opens the transcript · Space ends</p>
      </section>
    </Panel>
  );
}

function Parts({ branch }: { readonly branch: BranchState }) {
  const step = useSession((state) => currentStepOf(state, branch));
  const output = outputOf(branch);
  const { paths = [], files = 0 } = branch.worktree ?? {};
  return (
    <>
      {branch.directive !== null && <Part name="Directive" text={plainWords(branch.directive)} />}
      {/* A report begins with what the last step says. */}
      {branch.report === null && <Part name={branch.endedAt === null ? 'Now' : 'End'} text={step} />}
      <Part name={branch.report === null ? 'Last words' : 'Report'} text={wordsOf(branch)} />
      {output !== '' && <Part name="Terminal" text={output} isCode />}
      {files > 0 && (
        <Part
          name="Changed"
          text={[...paths.slice(0, FILES), ...(files > FILES ? [`and ${files - FILES} more`] : [])].join('\n')}
          isCode
        />
      )}
    </>
  );
}

function Part({
  name,
  text,
  isCode = false,
}: {
  readonly name: string;
  readonly text: string;
  readonly isCode?: boolean;
}) {
  if (text.trim() === '') return null;
  return (
    <>
      <h3>{name}</h3>
      <p className="peek__text" data-code={isCode}>
        {text.trim()}
      </p>
    </>
  );
}

function wordsOf(branch: BranchState): string {
  const last = branch.entries.findLast(({ message }) => message.role === 'model' && textOf(message).trim() !== '');
  const text = branch.live.text || branch.live.thought || branch.report || (last ? textOf(last.message) : '');
  return plainWords(text.length > WORDS ? `…${text.slice(-WORDS)}` : text);
}

function outputOf({ terminal }: BranchState): string {
  const last = terminal.at(-1);
  if (!last) return '';
  const own = terminal.slice(-40).filter(({ callId }) => callId === last.callId);
  return plainText(own.map(({ data }) => data).join(''))
    .trimEnd()
    .split('\n')
    .slice(-LINES)
    .join('\n');
}
