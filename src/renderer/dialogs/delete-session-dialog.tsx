import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { SessionLoss } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { ask } from '../actions/attempt.ts';
import { deleteSession } from '../actions/session-actions.ts';
import { sessionsStore } from '../stores/sessions-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { formatBytes, plural } from '../ui/format.ts';

/** Says what goes and what stays before anything is done, and that it can be brought back. */
export function DeleteSessionDialog({ sessionId }: { readonly sessionId: string }) {
  const { closeDialog } = viewStore.getState();
  const title = useStore(sessionsStore, ({ items }) => items.find((item) => item.sessionId === sessionId)?.title);
  const [loss, setLoss] = useState<SessionLoss | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void ask('sessions.loss', { sessionId }).then((answer) =>
      answer.ok ? setLoss(answer.value) : setFault(answer.error),
    );
  }, [sessionId]);
  const remove = async (): Promise<void> => {
    setBusy(true);
    const refused = await deleteSession(sessionId);
    setBusy(false);
    if (refused) setFault(refused);
    else closeDialog();
  };
  return (
    <Dialog title="Delete this session?" onClose={closeDialog}>
      <div className="dialog__body form-stack">
        <p className="reason__text">{title ?? sessionId}</p>
        {loss === null && fault === null && <p className="dialogs__lead">Looking at what it holds…</p>}
        {loss !== null && (
          <p>
            {plural(loss.branches, 'branch', 'branches')} and {formatBytes(loss.bytes)} move to the trash. You can bring
            all of it back from the settings, under Data folder.
          </p>
        )}
        {loss?.running && <FaultLine message="A branch of it still runs. Abort it first, then delete the session." />}
        {loss !== null && loss.worktrees.length > 0 && (
          <section>
            <h3 className="loss__heading">
              {plural(loss.worktrees.length, 'worktree')} with changes stay on disk, but no session will show them
            </h3>
            <ul className="loss">
              {loss.worktrees.map((worktree) => (
                <li key={worktree.branch}>
                  <span className="cut">{worktree.title}</span>
                  <span className="figures">
                    {plural(worktree.files, 'file')}, +{worktree.added} −{worktree.removed}
                  </span>
                  <code>{worktree.path}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
        {fault && <FaultLine message={fault.message} />}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={closeDialog}>
          Keep it
        </Button>
        <Button look="danger" disabled={busy || loss?.running === true} onClick={() => void remove()}>
          {busy ? 'Moving…' : 'Move to trash'}
        </Button>
      </div>
    </Dialog>
  );
}
