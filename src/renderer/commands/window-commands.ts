import type { Approval } from '../../core/session/events.ts';
import { hasEnded } from '../../core/session/selectors.ts';
import { openFolder, setApproval, startDemo } from '../actions/session-actions.ts';
import { showAgents } from '../actions/show-agents.ts';
import { closeActivePane, focusTree } from '../dock/open-pane.ts';
import { APPROVALS } from '../shell/choices.ts';
import { faultStore } from '../stores/fault-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { always, type Command, inSession } from './command.ts';

const approvals = APPROVALS.map(
  ({ value, label }: { value: Approval; label: string }): Command => ({
    id: `session.approval.${value}`,
    name: `Approval: ${label.toLowerCase()}`,
    group: 'Session',
    scope: 'window',
    when: ({ state }) => state.session !== null && state.session.approval !== value,
    run: () => void setApproval(value),
  }),
);

export const WINDOW_COMMANDS: readonly Command[] = [
  {
    id: 'session.new',
    name: 'New session…',
    group: 'Session',
    keys: 'mod+n',
    scope: 'window',
    when: always,
    run: ({ state }) =>
      viewStore.getState().openDialog({ kind: 'new-session', folder: state.session?.workspace.root ?? null }),
  },
  {
    id: 'session.openFolder',
    name: 'Open a folder…',
    group: 'Session',
    keys: 'mod+o',
    scope: 'window',
    when: always,
    run: () => void openFolder(),
  },
  {
    id: 'session.import',
    name: 'Open a transcript…',
    group: 'Session',
    keys: 'mod+shift+o',
    scope: 'window',
    when: always,
    run: () => viewStore.getState().openDialog({ kind: 'import' }),
  },
  {
    id: 'session.demo',
    name: 'Try the demo',
    group: 'Session',
    scope: 'window',
    when: always,
    run: () =>
      void startDemo().then((fault) => {
        if (fault) faultStore.getState().report(fault, null);
      }),
  },
  {
    id: 'session.close',
    name: 'Close the session',
    group: 'Session',
    scope: 'window',
    when: inSession,
    run: () => void sessionStore.getState().close(),
  },
  {
    id: 'session.abortAll',
    name: 'Abort all branches…',
    group: 'Session',
    keys: 'mod+shift+x',
    scope: 'window',
    when: ({ present }) => Object.values(present.branches).some((branch) => !hasEnded(branch)),
    run: () => viewStore.getState().openDialog({ kind: 'abort-all' }),
  },
  ...approvals,
  {
    id: 'app.prompt',
    name: 'Write a message',
    group: 'Window',
    keys: '/',
    scope: 'tree',
    when: inSession,
    run: () => viewStore.getState().focusPrompt(),
  },
  {
    id: 'app.tree',
    name: 'Back to the tree',
    group: 'Window',
    keys: 'mod+e',
    scope: 'window',
    when: inSession,
    run: ({ branch }) => {
      focusTree();
      viewStore.getState().focusCard(branch?.id ?? null);
    },
  },
  {
    id: 'app.palette',
    name: 'Command palette',
    group: 'Window',
    keys: 'mod+k',
    scope: 'window',
    when: always,
    run: () => viewStore.getState().openDialog({ kind: 'palette' }),
  },
  {
    id: 'app.keys',
    name: 'All keys',
    group: 'Window',
    keys: '?',
    scope: 'tree',
    when: always,
    run: () => viewStore.getState().openDialog({ kind: 'keys' }),
  },
  {
    id: 'app.settings',
    name: 'Settings…',
    group: 'Window',
    keys: 'mod+,',
    scope: 'window',
    when: always,
    run: () => viewStore.getState().openDialog({ kind: 'settings' }),
  },
  {
    id: 'app.agents',
    name: 'Agents and skills',
    group: 'Window',
    keys: 'mod+shift+a',
    scope: 'window',
    when: always,
    run: showAgents,
  },
  {
    id: 'app.sidebar',
    name: 'Show or hide the sessions',
    group: 'Window',
    keys: 'mod+b',
    scope: 'window',
    when: always,
    run: () => viewStore.getState().toggleSidebar(),
  },
  {
    id: 'app.closePane',
    name: 'Close the pane in use',
    group: 'Window',
    keys: 'alt+w',
    scope: 'window',
    when: ({ panes }) => panes > 0,
    run: closeActivePane,
  },
];
