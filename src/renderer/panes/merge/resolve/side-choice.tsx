import type { ConflictSide, Resolution } from '../../../../core/worktree/merge-plan.ts';
import { Button } from '../../../ui/button.tsx';
import { ResolveHead } from './resolve-head.tsx';
import type { ResolveViewProps } from './resolve-view.tsx';

/** For conflicts that are not about lines (deleted by one, binary, renamed by both): one side as a whole. */
export function SideChoice({ conflict, forkTitle, place, onCancel, onResolve }: ResolveViewProps) {
  const { path, kind, ours, theirs } = conflict;
  const take = (answer: 'ours' | 'theirs'): Resolution => ({
    path,
    take: (answer === 'ours' ? ours : theirs) === null ? 'delete' : answer,
  });
  return (
    <div className="resolve">
      <ResolveHead path={path} place={place} words={`${kind}: take one side as a whole`} />
      <div className="side-choice pane-scroll">
        <Version name="Your version" side={ours} onTake={() => onResolve(take('ours'))} />
        <Version name={forkTitle} side={theirs} onTake={() => onResolve(take('theirs'))} />
      </div>
      <div className="merge-pane__foot">
        <span className="merge-pane__ready">What you take here is written only when the merge is applied.</span>
        <Button onClick={onCancel}>Back</Button>
      </div>
    </div>
  );
}

interface VersionProps {
  readonly name: string;
  /** Null where that side has no such file. */
  readonly side: ConflictSide | null;
  onTake(): void;
}

function Version({ name, side, onTake }: VersionProps) {
  return (
    <section className="version" aria-label={name}>
      <header>
        <h3 className="cut">{name}</h3>
        <Button size="small" onClick={onTake}>
          {side === null ? 'Delete the file' : 'Take this one'}
        </Button>
      </header>
      {side === null ? (
        <p className="plan__lead">It has no such file any more.</p>
      ) : side.text === null ? (
        <p className="plan__lead">Not text, or above 1 MB: its content is not shown.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs focus to be scrolled by keys
        <pre tabIndex={0}>{side.text}</pre>
      )}
    </section>
  );
}
