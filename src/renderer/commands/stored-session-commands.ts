import { archiveSession } from '../actions/session-actions.ts';
import { sessionsStore } from '../stores/sessions-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { always, type Command, inSession } from './command.ts';

/** What can be done with sessions as things on a shelf. */
export const STORED_SESSION_COMMANDS: readonly Command[] = [
  {
    id: 'session.search',
    name: 'Search all sessions',
    group: 'Session',
    keys: 'mod+shift+f',
    scope: 'window',
    when: always,
    run: () => viewStore.getState().focusSearch(),
  },
  {
    id: 'session.archive',
    name: 'Archive this session, or bring it back',
    group: 'Session',
    scope: 'window',
    when: inSession,
    run: ({ sessionId }) => {
      const item = sessionsStore.getState().items.find((each) => each.sessionId === sessionId);
      if (item) void archiveSession(item.sessionId, !item.archived);
    },
  },
  {
    id: 'session.export',
    name: 'Export this session…',
    group: 'Session',
    keys: 'mod+shift+e',
    scope: 'window',
    when: inSession,
    run: ({ sessionId }) => {
      if (sessionId !== null) viewStore.getState().openDialog({ kind: 'export', sessionId });
    },
  },
  {
    id: 'session.delete',
    name: 'Delete this session…',
    group: 'Session',
    scope: 'window',
    when: inSession,
    run: ({ sessionId }) => {
      if (sessionId !== null) viewStore.getState().openDialog({ kind: 'delete-session', sessionId });
    },
  },
];
