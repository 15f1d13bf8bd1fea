import { useState } from 'react';
import type { Fault } from '../../shared/result.ts';
import { ask } from '../actions/attempt.ts';
import { keptWords } from '../actions/discard-worktree.ts';
import { doneStore } from '../stores/done-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';

interface RemoveWorktreeDialogProps {
  readonly path: string;
  /** Why removing is safe. */
  readonly why: string;
  onDone(): void;
}

/** For worktrees that are no fork of the open session: another session's, and what is left of one. */
export function RemoveWorktreeDialog({ path, why, onDone }: RemoveWorktreeDialogProps) {
  const { closeDialog } = viewStore.getState();
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null) return;
    setBusy(true);
    const answer = await ask('worktree.remove', { sessionId, path, confirmed: true });
    setBusy(false);
    if (!answer.ok) {
      setFault(answer.error);
      return;
    }
    const { backupRef, notKept } = answer.value;
    doneStore.getState().report({
      branch: null,
      text: [`${path} is removed.`, ...keptWords(backupRef, notKept)].join(' '),
      action:
        backupRef === null
          ? null
          : {
              name: 'Restore',
              run: () => void ask('worktree.restoreBackup', { sessionId, ref: backupRef }).then(onDone),
            },
    });
    closeDialog();
    onDone();
  };
  return (
    <Dialog title="Remove this worktree?" onClose={closeDialog}>
      <div className="dialog__body form-stack">
        <p className="settings__path">{path}</p>
        <p>{why}</p>
        {fault && <FaultLine message={fault.message} />}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={closeDialog}>
          Keep it
        </Button>
        <Button look="danger" disabled={busy} onClick={() => void remove()}>
          {busy ? 'Removing…' : 'Remove it'}
        </Button>
      </div>
    </Dialog>
  );
}
