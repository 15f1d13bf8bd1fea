import { steerBranch } from '../actions/branch-actions.ts';
import { openPane } from '../dock/open-pane.ts';
import { useBranch } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { StateMark, stateWord } from '../ui/state-mark.tsx';

/** Why a branch ended as it did, in full, with the ways on. */
export function ReasonDialog({ branch: id }: { readonly branch: string }) {
  const { closeDialog } = viewStore.getState();
  const branch = useBranch(id);
  if (!branch) return null;
  return (
    <Dialog title={titleOf(branch)} onClose={closeDialog}>
      <div className="dialog__body reason">
        <p className="reason__state">
          <StateMark status={branch.status} />
          <span className="state-word" data-status={branch.status}>
            {stateWord(branch.status)}
            {branch.recovered && ' (recovered after the app had stopped)'}
          </span>
        </p>
        <p className="reason__text">{branch.reason ?? 'No reason was written down.'}</p>
        {branch.report !== null && <pre className="reason__report">{branch.report}</pre>}
      </div>
      <div className="dialog__foot">
        <Button
          onClick={() => {
            closeDialog();
            openPane('transcript', id);
          }}
        >
          Open transcript
        </Button>
        <Button
          look="primary"
          onClick={() => {
            closeDialog();
            requestAnimationFrame(() => steerBranch(id));
          }}
        >
          Continue with a message
        </Button>
      </div>
    </Dialog>
  );
}
