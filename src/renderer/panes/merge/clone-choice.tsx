import { CircleCheck, FolderOpen, Info, TriangleAlert } from 'lucide-react';
import type { CloneFit } from '../../../core/worktree/clone-fit.ts';
import { IconButton } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Select } from '../../ui/field.tsx';
import type { ClonesOfPerson } from './use-clones.ts';

interface CloneChoiceProps extends ClonesOfPerson {
  readonly into: string | null;
  /** What would be written is worked out. */
  readonly isBusy: boolean;
  onPick(root: string): void;
}

const MARKS: { readonly [F in CloneFit]: typeof Info } = {
  base: CircleCheck,
  below: CircleCheck,
  files: Info,
  stranger: TriangleAlert,
};

/** Which of one's own clones a colleague's fork is merged into, and whether it holds what that fork started from. */
export function CloneChoice({ clones, fault, into, isBusy, onPick, browse }: CloneChoiceProps) {
  const chosen = clones?.find(({ root }) => root === into) ?? null;
  const options = (clones ?? []).map(({ root, gitBranch }) => ({
    value: root,
    label: `${root.split(/[/\\]/).at(-1)} · ${gitBranch ?? 'detached head'} · ${root}`,
  }));
  const none = clones === null ? 'Looking for your clones…' : 'Choose your own clone…';
  const Mark = chosen && MARKS[chosen.fit];
  return (
    <section className="clone-choice" aria-label="Where this is merged">
      <div className="clone-choice__line">
        <span className="clone-choice__name">Merge into</span>
        <Select
          aria-label="Clone to merge into"
          title={into ?? undefined}
          options={chosen ? options : [{ value: '', label: none }, ...options]}
          value={chosen?.root ?? ''}
          onPick={(root) => root !== '' && onPick(root)}
        />
        <IconButton name="Merge into another folder…" onClick={browse}>
          <FolderOpen aria-hidden />
        </IconButton>
      </div>
      {chosen && Mark && (
        <p className="clone-choice__words" role="status">
          <Mark className="clone-choice__mark" data-fit={chosen.fit} aria-hidden />
          {isBusy ? 'Working out what would be written…' : chosen.words}
        </p>
      )}
      {fault !== null && <FaultLine message={fault} />}
    </section>
  );
}
