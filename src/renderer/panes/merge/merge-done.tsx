import { CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { MergeState } from '../../../core/session/state.ts';
import type { Fault } from '../../../shared/result.ts';
import { undoMerge } from '../../actions/worktree-actions.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { plural } from '../../ui/format.ts';
import { formatClock } from '../shared/format.ts';

interface MergeDoneProps {
  readonly branch: string;
  readonly merge: MergeState;
}

/** What the last merge did, and the way back; after that, what the undo did, and the way forth. */
export function MergeDone({ branch, merge }: MergeDoneProps) {
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const undo = async (force: boolean): Promise<void> => {
    setBusy(true);
    setFault(await undoMerge(branch, merge.undoId, force));
    setBusy(false);
  };
  return (
    <div className="merge-done" role="status">
      <div className="merge-done__line">
        {merge.isUndone ? <Undo2 aria-hidden /> : <CircleCheck aria-hidden />}
        <span className="merge-done__text" title={merge.paths.join('\n')}>
          {wordsOf(merge)}
        </span>
        <Button size="small" disabled={isBusy} onClick={() => void undo(false)}>
          {merge.isUndone ? (isBusy ? 'Bringing it in…' : 'Merge again') : isBusy ? 'Taking it back…' : 'Undo'}
        </Button>
      </div>
      {fault && (
        <FaultLine message={fault.message}>
          {fault.code === 'edited-since' && (
            <Button size="small" look="danger" disabled={isBusy} onClick={() => void undo(true)}>
              Undo by force
            </Button>
          )}
        </FaultLine>
      )}
    </div>
  );
}

function wordsOf({ way, paths, commit, at, isUndone }: MergeState): string {
  const files = plural(paths.length, 'file');
  const when = formatClock(at);
  if (isUndone) {
    return commit === null
      ? `Taken back: ${files} are as they were before the merge of ${when}.`
      : `Taken back: the commits of the merge of ${when} are off your branch again, ${files} as before.`;
  }
  if (way === 'changes' || commit === null) return `Merged at ${when}: ${files}, as uncommitted changes.`;
  const how = way === 'commit' ? 'as one commit' : "as the fork's own commits";
  return `Merged at ${when}: ${files}, ${how}, now at ${commit.slice(0, 8)}.`;
}
