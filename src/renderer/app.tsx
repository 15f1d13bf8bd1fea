import { Suspense } from 'react';
import { useStore } from 'zustand';
import { useCommandKeys } from './commands/use-command-keys.ts';
import { useKeyHints } from './commands/use-key-hints.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { readAhead } from './dock/pane-registry.tsx';
import { Announcer } from './shell/announcer.tsx';
import { DropZone } from './shell/drop-zone.tsx';
import { EmptyState } from './shell/empty-state.tsx';
import { OpeningState } from './shell/opening-state.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { useOpenSession } from './stores/use-session.ts';
import { viewStore } from './stores/view-store.ts';
import { KeyHints } from './ui/key-hints.ts';
import { latePart } from './ui/late-part.ts';
import './shell/shell.css';

const sessionView = latePart(async () => (await import('./shell/session-view.tsx')).SessionView);
const SessionView = sessionView.Part;
// The start must not wait for the tree and the panes, nor the first session that is opened.
requestIdleCallback(() => void sessionView.read().then(readAhead));

/** The window: sessions on the left, the open one on the right. */
export function App() {
  useCommandKeys();
  const hints = useKeyHints();
  const sidebarOpen = useStore(viewStore, (view) => view.sidebarOpen);
  return (
    <KeyHints value={hints}>
      <div className="shell" data-sidebar={sidebarOpen}>
        <Sidebar />
        <main className="shell__main">
          <SessionArea />
        </main>
        <Dialogs />
        <DropZone />
        <Announcer />
      </div>
    </KeyHints>
  );
}

function SessionArea() {
  const phase = useOpenSession((open) => open.phase);
  if (phase === 'none') return <EmptyState />;
  if (phase !== 'open') return <OpeningState />;
  return (
    <Suspense fallback={<OpeningState />}>
      <SessionView />
    </Suspense>
  );
}
