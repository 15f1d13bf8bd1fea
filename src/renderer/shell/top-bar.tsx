import { OctagonX, PanelLeft, Pause, ShieldQuestion } from 'lucide-react';
import { useStore } from 'zustand';
import { hasEnded } from '../../core/session/selectors.ts';
import { pauseAll } from '../actions/bulk-actions.ts';
import { setApproval } from '../actions/session-actions.ts';
import { modKeyName } from '../commands/keys.ts';
import { Inbox } from '../permissions/inbox.tsx';
import { usePresent } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { plural } from '../ui/format.ts';
import { APPROVALS, isApproval } from './choices.ts';
import { SessionTitle } from './session-title.tsx';
import { Totals } from './totals.tsx';
import './top-bar.css';

const SHORT_APPROVALS = APPROVALS.map(({ value, short }) => ({ value, label: short }));

export function TopBar() {
  const waiting = usePresent((state) => state.prompts.length);
  const approval = usePresent((state) => state.session?.approval ?? 'edits');
  const anyActive = usePresent((state) => Object.values(state.branches).some((branch) => !hasEnded(branch)));
  const anyPausable = usePresent((state) =>
    Object.values(state.branches).some((branch) => !hasEnded(branch) && branch.status !== 'paused'),
  );
  const inboxOpen = useStore(viewStore, (view) => view.inboxOpen);
  const { toggleSidebar, setInbox, openDialog } = viewStore.getState();
  return (
    <header className="top-bar">
      <IconButton size="small" name="Show or hide the sessions" command="app.sidebar" onClick={toggleSidebar}>
        <PanelLeft aria-hidden />
      </IconButton>
      <SessionTitle />
      <Totals />
      <div className="top-bar__controls">
        <Select
          look="quiet"
          aria-label="Approval: what the agent may do without asking"
          title={APPROVALS.find(({ value }) => value === approval)?.label}
          value={approval}
          options={SHORT_APPROVALS}
          onPick={(value) => {
            if (isApproval(value)) void setApproval(value);
          }}
        />
        <div className="top-bar__inbox">
          <Button
            size="small"
            look={waiting > 0 ? 'plain' : 'quiet'}
            className={waiting > 0 ? 'asks-button' : ''}
            aria-expanded={inboxOpen}
            aria-haspopup="dialog"
            aria-label={`${plural(waiting, 'permission')} asked for`}
            title="Permissions (I)"
            onClick={() => setInbox(!inboxOpen)}
          >
            <ShieldQuestion aria-hidden />
            <span className="figures">{waiting}</span>
          </Button>
          {inboxOpen && <Inbox />}
        </div>
        <IconButton
          size="small"
          name="Pause all branches"
          command="session.pauseAll"
          disabled={!anyPausable}
          onClick={() => void pauseAll()}
        >
          <Pause aria-hidden />
        </IconButton>
        <Button
          size="small"
          className="abort-all"
          disabled={!anyActive}
          title={`Abort all branches (${modKeyName()}Shift+X)`}
          onClick={() => openDialog({ kind: 'abort-all' })}
        >
          <OctagonX aria-hidden />
          Abort all
        </Button>
      </div>
    </header>
  );
}
