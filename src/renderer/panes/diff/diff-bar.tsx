import { ArrowDown, ArrowUp, Columns2, Pilcrow, RefreshCw, WrapText } from 'lucide-react';
import { useStore } from 'zustand';
import { useSessionShallow } from '../../stores/use-session.ts';
import { titleOf } from '../../ui/branch-title.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import { plural } from '../../ui/format.ts';
import { Counts } from './counts.tsx';
import { chooseAgainst, diffChoices } from './diff-choices.ts';
import type { FilePatch } from './parse-patch.ts';

interface DiffBarProps {
  readonly branch: string;
  readonly against: string | null;
  readonly baseCommit: string;
  /** Only the difference itself is here: it came with a bundle. */
  readonly isCarried: boolean;
  /** Null while they are read. */
  readonly files: readonly FilePatch[] | null;
  readonly viewed: number;
  readonly fault: string | null;
  readonly isLoading: boolean;
  readonly isSplit: boolean;
  onReload(): void;
  onStep(direction: 1 | -1): void;
}

/** What is compared with what, how much it is, and how it is shown. */
export function DiffBar(props: DiffBarProps) {
  const { branch, against, baseCommit, files, viewed, fault, isLoading, isSplit, isCarried, onReload, onStep } = props;
  const { wraps, ignoresSpace } = useStore(diffChoices);
  const bases = useBases(branch, baseCommit);
  const options = isCarried ? bases.slice(0, 1) : bases;
  const hasFiles = files !== null && files.length > 0;
  return (
    <div className="pane-bar diff-bar">
      {hasFiles ? (
        <span className="diff-sum">
          <span className="figures">{plural(files.length, 'file')}</span>
          <Counts added={sum(files, 'added')} removed={sum(files, 'removed')} />
        </span>
      ) : null}
      {viewed > 0 ? <span className="diff-read figures">{viewed} viewed</span> : null}
      <Select
        aria-label="Compare with"
        title="Compare with"
        look="quiet"
        className="diff-against"
        options={options}
        value={against ?? ''}
        onPick={(value) => chooseAgainst(branch, value === '' ? null : value)}
      />
      <span className="pane-grow diff-fault cut" role={fault === null ? undefined : 'alert'} title={fault ?? undefined}>
        {fault}
      </span>
      <span className="diff-tools">
        <IconButton size="small" name="Previous change" hint="P" disabled={!hasFiles} onClick={() => onStep(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton size="small" name="Next change" hint="N" disabled={!hasFiles} onClick={() => onStep(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Leave out changes of white space"
          aria-pressed={ignoresSpace && !isCarried}
          disabled={isCarried}
          onClick={() => diffChoices.setState({ ignoresSpace: !ignoresSpace })}
        >
          <Pilcrow aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Wrap long lines"
          aria-pressed={wraps}
          onClick={() => diffChoices.setState({ wraps: !wraps })}
        >
          <WrapText aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Side by side"
          aria-pressed={isSplit}
          onClick={() => diffChoices.setState({ isSplit: !isSplit })}
        >
          <Columns2 aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          className={isLoading ? 'is-busy' : ''}
          name={isLoading ? 'Reading the changes' : 'Read the changes again'}
          onClick={onReload}
        >
          <RefreshCw aria-hidden />
        </IconButton>
      </span>
    </div>
  );
}

/** Everything that a branch's files can be compared with: its base commit, its parent, and every other fork's worktree. */
function useBases(branch: string, baseCommit: string) {
  const others = useSessionShallow((state) => {
    const parent = state.branches[branch]?.parent;
    return state.order.flatMap((id) => {
      const other = state.branches[id];
      if (!other || id === branch) return [];
      if (id === parent) return [`${id}\nParent as it is now: ${titleOf(other)}`];
      return other.worktree && other.worktree.removedRef === undefined ? [`${id}\nFork: ${titleOf(other)}`] : [];
    });
  });
  const options = others.map((text) => {
    const cut = text.indexOf('\n');
    return { value: text.slice(0, cut), label: text.slice(cut + 1) };
  });
  return [{ value: '', label: `since ${baseCommit.slice(0, 8)}` }, ...options];
}

function sum(files: readonly FilePatch[], field: 'added' | 'removed'): number {
  return files.reduce((total, file) => total + file[field], 0);
}
