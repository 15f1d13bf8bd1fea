import { FolderOpen, Plus, Settings } from 'lucide-react';
import { useStore } from 'zustand';
import { openFolder } from '../actions/session-actions.ts';
import { modKeyName } from '../commands/keys.ts';
import { groupByWorkspace, sessionsStore } from '../stores/sessions-store.ts';
import { useNow } from '../stores/use-now.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { SessionRow } from './session-row.tsx';
import './sidebar.css';

export function Sidebar() {
  const { items, phase, fault, refresh } = useStore(sessionsStore);
  const now = useNow(true);
  const { openDialog } = viewStore.getState();
  return (
    <aside className="sidebar" aria-label="Sessions">
      <div className="sidebar__head">
        <Wordmark />
        <IconButton
          size="small"
          name="New session"
          hint={`${modKeyName()}N`}
          onClick={() => openDialog({ kind: 'new-session', folder: null })}
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
      <nav className="sidebar__list" aria-label="Stored sessions">
        {phase === 'loading' && <p className="sidebar__note">Reading the stored sessions…</p>}
        {fault && (
          <div className="sidebar__fault">
            <FaultLine message={fault.message} />
            <Button size="small" onClick={() => void refresh()}>
              Read them again
            </Button>
          </div>
        )}
        {phase === 'ready' && items.length === 0 && <p className="sidebar__note">Sessions will be listed here.</p>}
        {groupByWorkspace(items).map((group) => (
          <section key={group.workspace} className="sidebar__group">
            <h2 className="sidebar__workspace cut" title={group.workspace}>
              {group.name}
            </h2>
            <ul>
              {group.items.map((item) => (
                <SessionRow key={item.sessionId} item={item} now={now} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="sidebar__foot">
        <Button look="quiet" size="small" onClick={() => void openFolder()}>
          <FolderOpen aria-hidden />
          Open a folder
        </Button>
        <IconButton
          size="small"
          name="Settings"
          hint={`${modKeyName()},`}
          onClick={() => openDialog({ kind: 'settings' })}
        >
          <Settings aria-hidden />
        </IconButton>
      </div>
    </aside>
  );
}
