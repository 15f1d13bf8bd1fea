import { useStore } from 'zustand';
import { runCommand } from './commands/run-command.ts';
import { useCommandKeys } from './commands/use-command-keys.ts';
import { useKeyHints } from './commands/use-key-hints.ts';
import { Dialogs } from './dialogs/dialogs.tsx';
import { Dock } from './dock/dock.tsx';
import { Timeline } from './replay/timeline.tsx';
import { Announcer } from './shell/announcer.tsx';
import { DropZone } from './shell/drop-zone.tsx';
import { EmptyState } from './shell/empty-state.tsx';
import { ImportedLine } from './shell/imported-line.tsx';
import { OpeningState } from './shell/opening-state.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { TopBar } from './shell/top-bar.tsx';
import { useOpenSession } from './stores/use-session.ts';
import { viewStore } from './stores/view-store.ts';
import { KeyHints } from './ui/key-hints.ts';
import './shell/shell.css';

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
    <>
      <button type="button" className="skip" onClick={() => runCommand('app.branches')}>
        Show the branches as a list
      </button>
      <TopBar />
      <ImportedLine />
      <div className="shell__dock">
        <Dock />
      </div>
      <Timeline />
    </>
  );
}
