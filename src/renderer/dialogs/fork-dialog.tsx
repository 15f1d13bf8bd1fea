import { GitFork, Plus, X } from 'lucide-react';
import { DraftFault } from '../fork/draft-fault.tsx';
import { LaunchEstimateBox, startName } from '../fork/launch-estimate.tsx';
import { ReadOnlyChoice } from '../fork/read-only-choice.tsx';
import { useForkDraft } from '../fork/use-fork-draft.ts';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface ForkDialogProps {
  readonly branch: string;
  readonly messageId: string | null;
}

/** One directive a fork. All of them share everything up to the fork point; what that is worth is said before. */
export function ForkDialog({ branch: id, messageId }: ForkDialogProps) {
  const { closeDialog } = viewStore.getState();
  const branch = useBranch(id);
  const draft = useForkDraft({ branch: id, messageId }, closeDialog);
  const { rows, directives } = draft;
  if (!branch) return null;
  return (
    <Dialog title={`Fork ${titleOf(branch)}`} onClose={closeDialog}>
      <div className="dialog__body fork-dialog">
        <p className="dialogs__lead">
          Each fork starts from {messageId === null ? 'the end of this conversation' : 'the chosen message'} and knows
          everything before it. Tell each one its part.
        </p>
        {rows.map((row, index) => (
          <div key={row.key} className="fork-dialog__row">
            <span className="fork-dialog__number figures" aria-hidden>
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
              onChange={(event) => draft.edit(row.key, event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void draft.start();
              }}
            />
            <IconButton
              size="small"
              name={`Remove fork ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => draft.remove(row.key)}
            >
              <X aria-hidden />
            </IconButton>
          </div>
        ))}
        <Button size="small" look="quiet" onClick={draft.add}>
          <Plus aria-hidden />
          One more fork
        </Button>
        <ReadOnlyChoice checked={draft.isReadOnly} onChange={draft.setReadOnly} />
        <LaunchEstimateBox place={draft.place} count={Math.max(1, directives.length)} />
        <DraftFault draft={draft} />
      </div>
      <div className="dialog__foot">
        <Button onClick={closeDialog}>Cancel</Button>
        <Button
          look="primary"
          disabled={directives.length === 0 || draft.busy}
          title={directives.length === 0 ? 'Tell a fork its part first' : undefined}
          onClick={() => void draft.start()}
        >
          <GitFork aria-hidden />
          {startName(directives.length)}
        </Button>
      </div>
    </Dialog>
  );
}
