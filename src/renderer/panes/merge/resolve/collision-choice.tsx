import { Button } from '../../../ui/button.tsx';
import { ResolveHead } from './resolve-head.tsx';
import type { ResolveViewProps } from './resolve-view.tsx';

interface CollisionChoiceProps extends ResolveViewProps {
  readonly collision: NonNullable<ResolveViewProps['conflict']['typeCollision']>;
}

/** One side has a file where the other has a folder of that name: both cannot stand there. */
export function CollisionChoice({ conflict, collision, forkTitle, place, onCancel, onResolve }: CollisionChoiceProps) {
  const { path } = conflict;
  const { file, freeName } = collision;
  const [yours, theirs] = file === 'ours' ? (['file', 'folder'] as const) : (['folder', 'file'] as const);
  const ways: readonly { readonly take: 'ours' | 'theirs' | 'both'; readonly name: string; readonly words: string }[] =
    [
      {
        take: 'ours',
        name: `Keep your ${yours}`,
        words: `The ${theirs} of ${forkTitle} does not come in.`,
      },
      {
        take: 'theirs',
        name: `Take the fork’s ${theirs}`,
        words: `Your ${yours} goes; an undo of the merge brings it back.`,
      },
      { take: 'both', name: 'Keep both', words: `The folder stays, and the file becomes ${freeName}.` },
    ];
  return (
    <div className="resolve">
      <ResolveHead path={path} place={place} words="a file and a folder of one name" />
      <ul className="collision-choice pane-scroll">
        {ways.map(({ take, name, words }) => (
          <li key={name}>
            <Button onClick={() => onResolve({ path, take })}>{name}</Button>
            <p className="plan__lead">{words}</p>
          </li>
        ))}
      </ul>
      <div className="merge-pane__foot">
        <span className="merge-pane__ready">What you take here is written only when the merge is applied.</span>
        <Button onClick={onCancel}>Back</Button>
      </div>
    </div>
  );
}
