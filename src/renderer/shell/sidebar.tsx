import { Bot, FileInput, FolderOpen, Plus, Settings } from 'lucide-react';
import { useStore } from 'zustand';
import { hasFilters, parseSearch } from '../../core/search/search-query.ts';
import type { SessionListItem } from '../../shared/contract.ts';
import { openFolder } from '../actions/session-actions.ts';
import { showAgents } from '../actions/show-agents.ts';
import { groupByWorkspace, sessionsStore } from '../stores/sessions-store.ts';
import { useWallClock } from '../stores/use-now.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { SearchField } from './search/search-field.tsx';
import { SearchResults } from './search/search-results.tsx';
import { searchStore } from './search/search-store.ts';
import { SessionRow } from './session-row.tsx';
import './search/search.css';
import './sidebar.css';

function fits({ title, workspace }: SessionListItem, words: string): boolean {
  return title.toLowerCase().includes(words) || workspace.toLowerCase().includes(words);
}

/** The words that narrow the list; null when filters ask for what is inside sessions, and the list would be in the way. */
function wordsOf(text: string): string | null {
  const parsed = parseSearch(text);
  if (!parsed.ok) return '';
  return hasFilters(parsed.query) || parsed.query.branch !== null ? null : parsed.query.words;
}

export function Sidebar() {
  const { items, phase, fault, refresh } = useStore(sessionsStore);
  const now = useWallClock(true);
  const words = useStore(searchStore, (search) => wordsOf(search.query));
  const named = words === null ? [] : items.filter((item) => fits(item, words));
  const shown = named.filter((item) => !item.archived);
  const archived = named.filter((item) => item.archived);
  const { openDialog } = viewStore.getState();
  return (
    <aside className="sidebar" aria-label="Sessions">
      <div className="sidebar__head">
        <Wordmark />
        <IconButton
          size="small"
          name="New session"
          command="session.new"
          onClick={() => openDialog({ kind: 'new-session', folder: null })}
        >
          <Plus aria-hidden />
        </IconButton>
      </div>
      <SearchField />
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
        {phase === 'ready' && items.length > 0 && shown.length === 0 && words !== null && (
          <p className="sidebar__note">{words === '' ? 'All sessions are archived.' : 'No session has that name.'}</p>
        )}
        {groupByWorkspace(shown).map((group) => (
          <section key={group.workspace} className="sidebar__group">
            <h2 className="sidebar__workspace cut" title={group.workspace}>
              {group.name === '' ? 'No folder stated' : group.name}
            </h2>
            <ul>
              {group.items.map((item) => (
                <SessionRow key={item.sessionId} item={item} now={now} />
              ))}
            </ul>
          </section>
        ))}
        <SearchResults />
        <ArchivedSessions items={archived} now={now} isOpen={words !== '' && words !== null} />
      </nav>
      <div className="sidebar__foot">
        <IconButton size="small" name="Open a folder" command="session.openFolder" onClick={() => void openFolder()}>
          <FolderOpen aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Open a transcript"
          command="session.import"
          onClick={() => openDialog({ kind: 'import' })}
        >
          <FileInput aria-hidden />
        </IconButton>
        <span className="sidebar__grow" />
        <IconButton size="small" name="Agents and skills" command="app.agents" onClick={showAgents}>
          <Bot aria-hidden />
        </IconButton>
        <IconButton
          size="small"
          name="Settings"
          command="app.settings"
          onClick={() => openDialog({ kind: 'settings' })}
        >
          <Settings aria-hidden />
        </IconButton>
      </div>
    </aside>
  );
}

interface ArchivedProps {
  readonly items: readonly SessionListItem[];
  readonly now: number;
  /** Open at first, because a search found something in it. */
  readonly isOpen: boolean;
}

/** Put away, not gone: folded at the end of the list. */
function ArchivedSessions({ items, now, isOpen }: ArchivedProps) {
  if (items.length === 0) return null;
  return (
    <details className="archived" open={isOpen}>
      <summary>
        Archived <span className="figures">{items.length}</span>
      </summary>
      <ul>
        {items.map((item) => (
          <SessionRow key={item.sessionId} item={item} now={now} />
        ))}
      </ul>
    </details>
  );
}
