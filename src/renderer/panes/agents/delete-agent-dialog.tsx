import { useState } from 'react';
import type { OpenedAgent } from '../../../shared/agent-calls.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';

interface DeleteAgentDialogProps {
  readonly workspace: string;
  readonly opened: OpenedAgent & { readonly path: string };
  /** Called with the name by which the trash gives it back. */
  onDeleted(trashed: string): void;
  onClose(): void;
}

/** Asks before a file goes, and says what stays. */
export function DeleteAgentDialog({ workspace, opened, onDeleted, onClose }: DeleteAgentDialogProps) {
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const { path, stamp, agent } = opened;
  const remove = async (): Promise<void> => {
    setBusy(true);
    const answer = await ask('agents.delete', { workspace, path, stamp });
    setBusy(false);
    if (answer.ok) onDeleted(answer.value.trashed);
    else setFault(answer.error);
  };
  return (
    <Dialog title={`Delete ${agent?.name ?? 'this file'}?`} onClose={onClose}>
      <div className="dialog__body form-stack">
        <p className="agent-path">
          <code>{path}</code>
        </p>
        <p>
          The file moves to the folder agents-trash in the data folder. Subagents that run keep what they began with.
        </p>
        {fault && <FaultLine message={fault.message} />}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button look="danger" disabled={busy} onClick={() => void remove()}>
          {busy ? 'Moving…' : 'Move to trash'}
        </Button>
      </div>
    </Dialog>
  );
}
