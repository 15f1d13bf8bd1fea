import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Params } from '../../shared/contract.ts';
import type { Fault } from '../../shared/result.ts';
import { COMMANDS } from '../commands/commands.ts';
import { settingsStore } from '../stores/settings-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { AgentSettings } from './settings/agent-settings.tsx';
import { Appearance } from './settings/appearance.tsx';
import { DataFolder } from './settings/data-folder.tsx';
import { KeySettings } from './settings/key-settings.tsx';
import { Approvals, Budget } from './settings/new-sessions.tsx';
import { NoticeSettings } from './settings/notice-settings.tsx';
import { Providers } from './settings/providers.tsx';
import { fitsWords, type SettingsSection } from './settings/section.ts';
import { WorktreeSettings } from './settings/worktree-settings.tsx';
import './settings/settings.css';

const SECTIONS: readonly SettingsSection[] = [
  { title: 'Appearance', about: 'theme light dark system colours contrast zoom size motion', Content: Appearance },
  {
    title: 'Providers',
    about: 'key api endpoint url gemini openai anthropic qwen deepseek test connection model',
    Content: Providers,
  },
  { title: 'Approvals', about: 'permission ask edits commands never new sessions', Content: Approvals },
  {
    title: 'Worktrees',
    about:
      'isolation checkout forks at once most parallel new sessions setup command allowed revoke trust remove old clean retention days rebuilt folders caches node_modules target .venv ignored',
    Content: WorktreeSettings,
  },
  { title: 'Budget', about: 'cost usd limit money new sessions', Content: Budget },
  { title: 'Agents', about: 'subagents roles skills files folder create edit', Content: AgentSettings },
  { title: 'Notices', about: 'notifications badge sound permission fails done', Content: NoticeSettings },
  {
    title: 'Keys',
    about: `keyboard shortcuts rebind ${COMMANDS.map(({ name }) => name).join(' ')}`,
    Content: KeySettings,
  },
  {
    title: 'Data folder',
    about: 'trash restore deleted sessions delete for good settings.json version path storage',
    Content: DataFolder,
  },
];

interface SettingsDialogProps {
  /** Title of the section to begin at. */
  readonly section?: string | undefined;
}

/** Every change is stored at once; there is nothing to save. */
export function SettingsDialog({ section }: SettingsDialogProps) {
  const { settings, load, fault: loadFault } = useStore(settingsStore);
  const [fault, setFault] = useState<Fault | null>(null);
  const [query, setQuery] = useState('');
  const body = useRef<HTMLDivElement>(null);
  const words = query.trim().toLowerCase();
  const change = async (part: Params<'settings.set'>): Promise<void> =>
    setFault(await settingsStore.getState().change(part));
  const shown = fault ?? loadFault;
  const sections = SECTIONS.filter((each) => words === '' || fitsWords(each, words));
  const goTo = (title: string): void => body.current?.querySelector(`[data-section="${title}"]`)?.scrollIntoView();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sections are there
  useEffect(() => {
    if (section !== undefined && settings) goTo(section);
  }, [section, settings !== null]);
  return (
    <Dialog title="Settings" className="settings" onClose={viewStore.getState().closeDialog}>
      <div className="settings__columns">
        <div className="settings__side">
          <search className="settings__search">
            <Search aria-hidden />
            <input
              type="text"
              className="input"
              aria-label="Search the settings"
              placeholder="Search"
              spellCheck={false}
              data-autofocus
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          </search>
          <nav aria-label="Sections">
            {sections.map(({ title }) => (
              <button key={title} type="button" onClick={() => goTo(title)}>
                {title}
              </button>
            ))}
          </nav>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
        <div ref={body} className="dialog__body" tabIndex={0}>
          {shown && (
            <FaultLine message={shown.message}>
              <Button size="small" onClick={() => void load()}>
                Read them again
              </Button>
            </FaultLine>
          )}
          {!settings && !shown && <p>Reading the settings…</p>}
          {settings && sections.length === 0 && (
            <p className="field__hint">No setting has that name. Try another word.</p>
          )}
          {settings &&
            sections.map(({ title, Content }) => (
              <section key={title} className="settings__section" data-section={title} aria-label={title}>
                <h3>{title}</h3>
                <Content settings={settings} change={change} words={words} />
              </section>
            ))}
        </div>
      </div>
    </Dialog>
  );
}
