import { useEffect, useRef, useState } from 'react';
import type { Fault } from '../../shared/result.ts';
import type { PrunedWorktrees } from '../../shared/worktree-calls.ts';
import { ask } from '../actions/attempt.ts';
import { doneStore } from '../stores/done-store.ts';
import { prunedWords } from '../stores/pruned-notice.ts';
import { sessionStore } from '../stores/session-store.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Field } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';

/** Where nobody has set an age: work of the last two weeks may still be looked at. */
const USUAL_DAYS = 14;
/** A number is being typed: milliseconds to wait before looking. */
const TYPING_MS = 300;

/** What is old and clean, before it is removed. Nothing that holds work is ever in the first list. */
export function PruneDialog({ onDone }: { onDone(): void }) {
  const { closeDialog } = viewStore.getState();
  const [days, setDays] = useState(settingsStore.getState().settings?.retentionDays ?? USUAL_DAYS);
  const { preview, fault: lookFault } = usePreview(days);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const count = preview === null ? 0 : preview.removed.length + preview.repaired.length + preview.snapshots.length;
  const run = async (): Promise<void> => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null) return;
    setBusy(true);
    const answer = await ask('worktree.prune', { sessionId, days, dryRun: false });
    setBusy(false);
    if (!answer.ok) return setFault(answer.error);
    const text = prunedWords(answer.value) || 'Nothing was removed: it changed since you looked.';
    doneStore.getState().report({ branch: null, text, action: null });
    closeDialog();
    onDone();
  };
  const shown = fault ?? lookFault;
  return (
    <Dialog title="Remove what is old and clean" onClose={closeDialog}>
      <div className="dialog__body form-stack">
        <Field label="Made more than this many days ago" hint="0 for all, whatever their age.">
          {(id) => (
            <input
              id={id}
              className="input figures settings__short"
              type="number"
              min={0}
              max={3650}
              data-autofocus
              defaultValue={days}
              onChange={({ currentTarget: { value } }) => {
                if (value !== '' && Number(value) >= 0 && Number(value) <= 3650) setDays(Number(value));
              }}
            />
          )}
        </Field>
        {shown && <FaultLine message={shown.message} />}
        {preview === null ? shown === null && <p>Looking at the worktrees…</p> : <Preview preview={preview} />}
      </div>
      <div className="dialog__foot">
        <Button onClick={closeDialog}>Cancel</Button>
        <Button look="danger" disabled={busy || count === 0} onClick={() => void run()}>
          {busy ? 'Removing…' : doWords(preview)}
        </Button>
      </div>
    </Dialog>
  );
}

function doWords(preview: PrunedWorktrees | null): string {
  if (preview === null) return 'Remove';
  const count = preview.removed.length + preview.snapshots.length;
  if (count === 0 && preview.repaired.length > 0) return 'Repair';
  return count === 0 ? 'Remove' : `Remove ${count}`;
}

function Preview({ preview: { removed, kept, repaired, snapshots } }: { readonly preview: PrunedWorktrees }) {
  return (
    <>
      <section aria-label="Would be removed">
        <h3 className="prune__title">
          {removed.length === 0
            ? 'Nothing of that age can go unasked.'
            : `${plural(removed.length, 'worktree')} without changes or commits would go`}
        </h3>
        <ul className="prune__list">
          {removed.map(({ path }) => (
            <li key={path}>
              <Path path={path} />
            </li>
          ))}
        </ul>
      </section>
      {snapshots.length > 0 && (
        <section aria-label="Snapshots that would go">
          <h3 className="prune__title">
            What {plural(snapshots.length, 'session')} that you deleted for good kept of files would go
          </h3>
          <ul className="prune__list">
            {snapshots.map(({ sessionId, moments, refs }) => (
              <li key={sessionId}>
                <span className="prune__path cut" title={refs.map(({ ref }) => ref).join('\n')}>
                  {sessionId}
                </span>
                {moments !== null && <span className="prune__why">{plural(moments, 'moment')}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {repaired.length > 0 && (
        <section aria-label="Would be repaired">
          <h3 className="prune__title">
            {plural(repaired.length, 'worktree')} would be joined with the moved repository
          </h3>
          <ul className="prune__list">
            {repaired.map((path) => (
              <li key={path}>
                <Path path={path} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {kept.length > 0 && (
        <section aria-label="Stays">
          <h3 className="prune__title">{plural(kept.length, 'worktree')} of that age would stay</h3>
          <ul className="prune__list">
            {kept.map(({ path, why }) => (
              <li key={path}>
                <Path path={path} />
                <span className="prune__why">{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The folder's own name: all worktrees of a repository lie side by side. */
function Path({ path }: { readonly path: string }) {
  return (
    <span className="prune__path cut" title={path}>
      {path.split(/[/\\]/).at(-1)}
    </span>
  );
}

function usePreview(days: number): { readonly preview: PrunedWorktrees | null; readonly fault: Fault | null } {
  const [seen, setSeen] = useState<{ preview: PrunedWorktrees | null; fault: Fault | null }>({
    preview: null,
    fault: null,
  });
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const look = async (): Promise<void> => {
      const { sessionId } = sessionStore.getState();
      if (sessionId === null) return;
      const answer = await ask('worktree.prune', { sessionId, days, dryRun: true });
      if (!isCurrent) return;
      setSeen(answer.ok ? { preview: answer.value, fault: null } : { preview: null, fault: answer.error });
    };
    const timer = setTimeout(() => void look(), isFirst.current ? 0 : TYPING_MS);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [days]);
  return seen;
}
