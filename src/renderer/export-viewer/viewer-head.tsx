import { Moon, Printer, Sun } from 'lucide-react';
import { formatRedactions } from '../../core/export/redaction-words.ts';
import { totalsOf } from '../../core/session/selectors.ts';
import type { SessionState } from '../../core/session/state.ts';
import { formatCount } from '../panes/shared/format.ts';
import { useTheme } from '../panes/shared/use-theme.ts';
import { useSession } from '../stores/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { formatCost, formatShare, plural } from '../ui/format.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { Search } from './search.tsx';
import { useViewer } from './use-viewer.ts';
import { setTheme } from './viewer-theme.ts';

export function ViewerHead() {
  const theme = useTheme();
  const title = useSession((state) => state.title);
  return (
    <header className="viewer-head">
      <Wordmark />
      <h1 className="cut" title={title}>
        {title || 'Session'}
      </h1>
      <Search />
      <IconButton
        name={theme === 'dark' ? 'Light colours' : 'Dark colours'}
        hint="T"
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
      </IconButton>
      <IconButton name="Print the transcript" onClick={() => window.print()}>
        <Printer aria-hidden />
      </IconButton>
    </header>
  );
}

/** What the session came to at the playhead, and what the export left out. */
export function Statistics() {
  const line = useSession(statisticsLine);
  const manifest = useViewer((viewer) => viewer.manifest);
  return (
    <footer className="viewer-foot figures">
      <span>{line}</span>
      <span>
        {new Date(manifest.exportedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC · Redacted:{' '}
        {formatRedactions(manifest.redacted)}
      </span>
    </footer>
  );
}

export function statisticsLine(state: SessionState): string {
  const { branches, turns, toolCalls, usage, cost } = totalsOf(state);
  const isKnown = state.session?.usageKnown !== false;
  const cached = usage.input === 0 ? '' : ` (${formatShare(usage.cacheRead / usage.input)} cached)`;
  return [
    plural(branches, 'branch', 'branches'),
    plural(turns, 'turn'),
    plural(toolCalls, 'tool call'),
    isKnown
      ? `${formatCount(usage.input)} tokens in${cached}, ${formatCount(usage.output + usage.thoughts)} out`
      : 'tokens unknown',
    isKnown ? formatCost(cost) : 'cost unknown',
  ].join(' · ');
}
