import { rootOf } from '../../core/session/selectors.ts';
import { dockStore } from '../dock/dock-store.ts';
import { openPane } from '../dock/open-pane.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';

/** The agents of the open session's workspace in a pane; without a session those of a workspace to choose, in a dialog. */
export function showAgents(): void {
  const root = rootOf(sessionStore.getState().state);
  const { closeDialog, openDialog } = viewStore.getState();
  if (root && dockStore.getState().api) {
    closeDialog();
    openPane('agents', root.id);
  } else openDialog({ kind: 'agents', workspace: null });
}
