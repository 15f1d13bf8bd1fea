import { openSession, reopenSession, showBranch } from '../actions/session-actions.ts';
import { host } from '../bridge.ts';
import { canvasStore } from '../canvas/canvas-store.ts';
import { connectTreeMemory } from '../canvas/keep-tree.ts';
import { runCommand } from '../commands/run-command.ts';
import { connectExport } from '../dialogs/export/export-store.ts';
import { connectImport } from '../dialogs/import/import-store.ts';
import { connectReplay } from '../replay/replay-store.ts';
import { connectTimeline } from '../replay/timeline-memory.ts';
import { connectNarrowWindow } from '../shell/narrow-window.ts';
import { connectDrafts } from '../shell/prompt/draft-memory.ts';
import { connectSearch } from '../shell/search/search-store.ts';
import { faultStore } from './fault-store.ts';
import { connectPrunedNotice } from './pruned-notice.ts';
import { connectReviewStore } from './review-store.ts';
import { connectSessionStore, sessionStore } from './session-store.ts';
import { connectSessionsStore } from './sessions-store.ts';
import { settingsStore } from './settings-store.ts';
import { connectTheme } from './theme.ts';
import { connectConflicts } from './watch-conflicts.ts';

/** Starts everything that listens, in the order in which it is needed. Returns the way to stop it all. */
export function connectStores(): () => void {
  const stops = [
    connectTheme(),
    connectSessionStore(),
    connectReviewStore(),
    connectTreeMemory(),
    sessionStore.subscribe(({ sessionId, state }) => canvasStore.getState().sync(sessionId, state)),
    connectReplay(),
    connectTimeline(),
    connectConflicts(),
    connectDrafts(),
    connectNarrowWindow(),
    connectSearch(),
    connectExport(),
    connectImport(),
    connectSessionsStore(),
    connectPrunedNotice(),
    host.on('session-restarted', ({ sessionId }) => void reopenSession(sessionId)),
    host.on('follow-fault', ({ sessionId, message }) => {
      if (sessionStore.getState().sessionId === sessionId)
        faultStore.getState().report({ code: 'follow', message }, null);
    }),
    host.on('command', ({ name }) => runCommand(name)),
    host.on('show-branch', ({ sessionId, branch }) => void showBranch(sessionId, branch)),
    host.on('show-session', ({ sessionId }) => void openSession(sessionId)),
  ];
  void settingsStore.getState().load();
  return () => {
    for (const stop of stops.reverse()) stop();
  };
}
