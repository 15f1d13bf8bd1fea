import { branchesOf, hasEnded } from '../../core/session/selectors.ts';
import { abortAll } from '../actions/branch-actions.ts';
import { usePresentShallow } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { plural } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';

/** The one question that is asked before stopping: it stops everything. What was written stays. */
export function AbortAllDialog() {
  const { closeDialog } = viewStore.getState();
  const active = usePresentShallow((state) => branchesOf(state).filter((branch) => !hasEnded(branch)));
  return (
    <Dialog title="Abort all branches?" onClose={closeDialog}>
      <div className="dialog__body">
        <p className="dialogs__lead">
          {plural(active.length, 'branch', 'branches')} will stop now, with the commands they run. Transcripts and
          changed files are kept, and each one can be continued with a message.
        </p>
        <ul className="abort-list">
          {active.map((branch) => (
            <li key={branch.id}>
              <StateMark status={branch.status} waitingFor={branch.waitingFor} />
              <span className="cut">{titleOf(branch)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="dialog__foot">
        <Button onClick={closeDialog}>Let them run</Button>
        <Button
          look="danger"
          data-autofocus
          onClick={() => {
            closeDialog();
            void abortAll();
          }}
        >
          Abort all
        </Button>
      </div>
    </Dialog>
  );
}
