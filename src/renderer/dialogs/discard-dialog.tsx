import { GitMerge } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasEnded } from '../../core/session/selectors.ts';
import type { DiscardLoss } from '../../core/worktree/discard-loss.ts';
import { describeNotKept } from '../../core/worktree/ignored-content.ts';
import type { Fault } from '../../shared/result.ts';
import { ask } from '../actions/attempt.ts';
import { discardWorktree } from '../actions/discard-worktree.ts';
import { openPane } from '../dock/open-pane.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { formatBytes, plural } from '../ui/format.ts';

/** Keep, merge or discard: what would go, and what is kept of it, before anything is done. A clean worktree just goes. */
export function DiscardDialog({ branch }: { readonly branch: string }) {
  const { closeDialog } = viewStore.getState();
  const state = useBranch(branch);
  const [loss, setLoss] = useState<DiscardLoss | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null) return;
    void ask('worktree.loss', { sessionId, branch }).then(async (answer) => {
      if (!answer.ok) setFault(answer.error);
      else if (isClean(answer.value)) {
        const refused = await discardWorktree(branch, false);
        if (refused) setFault(refused);
        else closeDialog();
      } else setLoss(answer.value);
    });
  }, [branch, closeDialog]);
  const discard = async (): Promise<void> => {
    setBusy(true);
    const refused = await discardWorktree(branch, true, loss?.ignored.notKept);
    setBusy(false);
    if (refused) setFault(refused);
    else closeDialog();
  };
  const canDiscard = loss !== null && loss.refusal === null;
  return (
    <Dialog title="Keep or discard this worktree?" onClose={closeDialog}>
      <div className="dialog__body form-stack">
        <p className="reason__text">{state ? titleOf(state) : branch}</p>
        {loss === null && fault === null && <p className="dialogs__lead">Looking at what it holds…</p>}
        {loss && <Loss loss={loss} />}
        {loss?.refusal && <FaultLine message={loss.refusal} />}
        {fault && <FaultLine message={fault.message} />}
      </div>
      <div className="dialog__foot">
        <Button data-autofocus onClick={closeDialog}>
          Keep it
        </Button>
        <span className="pane-grow" />
        <Button
          disabled={state === null || !hasEnded(state)}
          onClick={() => {
            closeDialog();
            openPane('merge', branch);
          }}
        >
          <GitMerge aria-hidden />
          Merge it…
        </Button>
        <Button look="danger" disabled={busy || !canDiscard} onClick={() => void discard()}>
          {busy ? 'Discarding…' : 'Discard it'}
        </Button>
      </div>
    </Dialog>
  );
}

function isClean({ refusal, backupRef, ignored }: DiscardLoss): boolean {
  return refusal === null && backupRef === null && ignored.notKept === null;
}

function Loss({ loss: { path, files, commits, ignored, bytes, backupRef } }: { readonly loss: DiscardLoss }) {
  const size = bytes === null ? '' : `, ${formatBytes(bytes)} on disk`;
  return (
    <>
      <section>
        <h3 className="loss__heading">
          {plural(files.length, 'changed file')}, {plural(commits.length, 'commit')}
          {size}
        </h3>
        <ul className="loss">
          {files.map(({ path: file, status, added, removed, binary }) => (
            <li key={file}>
              <span className="cut" title={file}>
                {file}
              </span>
              <span className="figures">
                {STATUSES[status] ?? ''} {binary ? 'binary' : `+${added} −${removed}`}
              </span>
            </li>
          ))}
          {commits.map(({ commit, subject }) => (
            <li key={commit}>
              <span className="cut" title={subject}>
                {subject}
              </span>
              <span className="figures">commit {commit.slice(0, 8)}</span>
            </li>
          ))}
          {ignored.kept.map((file) => (
            <li key={file}>
              <span className="cut" title={file}>
                {file}
              </span>
              <span className="figures">ignored by git</span>
            </li>
          ))}
        </ul>
      </section>
      {backupRef !== null && (
        <p>Discarding removes the folder. All of the above is kept under a backup, and can be restored from there.</p>
      )}
      {ignored.notKept !== null && <p>{describeNotKept(ignored.notKept)}</p>}
      <dl className="loss__places">
        <dt>Folder</dt>
        <dd>{path}</dd>
        {backupRef !== null && (
          <>
            <dt>Backup</dt>
            <dd>{backupRef}</dd>
          </>
        )}
      </dl>
    </>
  );
}

const STATUSES: { readonly [status: string]: string } = { added: 'new,', deleted: 'deleted,', renamed: 'renamed,' };
