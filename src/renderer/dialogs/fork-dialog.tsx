import { GitFork, Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { forkBranch } from '../actions/branch-actions.ts';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { plural } from '../ui/format.ts';

interface ForkDialogProps {
  readonly branch: string;
  readonly messageId: string | null;
}

interface Row {
  readonly key: number;
  readonly text: string;
}

/** One directive a fork. All of them share everything up to the fork point. */
export function ForkDialog({ branch: id, messageId }: ForkDialogProps) {
  const { closeDialog } = viewStore.getState();
  const branch = useBranch(id);
  const nextKey = useRef(1);
  const [rows, setRows] = useState<readonly Row[]>([{ key: 0, text: '' }]);
  const [busy, setBusy] = useState(false);
  const directives = rows.map((row) => row.text.trim()).filter((text) => text !== '');
  const start = async (): Promise<void> => {
    if (directives.length === 0 || busy) return;
    setBusy(true);
    await forkBranch(id, messageId, directives);
    closeDialog();
  };
  if (!branch) return null;
  return (
    <Dialog title={`Fork ${titleOf(branch)}`} onClose={closeDialog}>
      <div className="dialog__body fork-form">
        <p className="dialogs__lead">
          Each fork starts from {messageId === null ? 'the end of this conversation' : 'the chosen message'} and shares
          everything before it. Tell each one its part.
        </p>
        {rows.map((row, index) => (
          <div key={row.key} className="fork-form__row">
            <span className="fork-form__number figures" aria-hidden>
              {index + 1}
            </span>
            <textarea
              className="input"
              rows={2}
              data-autofocus
              autoFocus={index > 0}
              aria-label={`Directive of fork ${index + 1}`}
              placeholder="What this fork shall do"
              value={row.text}
              onChange={(event) => {
                const text = event.currentTarget.value;
                setRows(rows.map((each) => (each.key === row.key ? { ...each, text } : each)));
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void start();
              }}
            />
            <IconButton
              size="small"
              name={`Remove fork ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => setRows(rows.filter((each) => each.key !== row.key))}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button size="small" look="quiet" onClick={() => setRows([...rows, { key: nextKey.current++, text: '' }])}>
          <Plus aria-hidden />
          One more fork
        </Button>
      </div>
      <div className="dialog__foot">
        <Button onClick={closeDialog}>Cancel</Button>
        <Button look="primary" disabled={directives.length === 0 || busy} onClick={() => void start()}>
          <GitFork aria-hidden />
          {directives.length === 0 ? 'Start' : `Start ${plural(directives.length, 'fork')}`}
        </Button>
      </div>
    </Dialog>
  );
}
