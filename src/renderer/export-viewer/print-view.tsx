import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { summaryOf } from '../../core/session/summary.ts';
import { treeTable } from '../../core/session/tree-table.ts';
import { TranscriptFeed } from '../panes/transcript/feed.ts';
import { createPaneStore, type PaneActions, PaneContext } from '../panes/transcript/pane-context.ts';
import { RowView } from '../panes/transcript/row-view.tsx';
import { sessionStore } from '../stores/session-store.ts';
import { useBranch } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { stateWord } from '../ui/state-mark.tsx';
import { useViewer } from './use-viewer.ts';
import { statisticsLine } from './viewer-head.tsx';
import { setPaper } from './viewer-theme.ts';

/** Rows that go on paper: some two hundred pages. */
const MAX_ROWS = 4_000;

/** The selected branch as a document, made only while the page is being printed. */
export function PrintView() {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia('print');
    // The browser takes its picture right after this: what is shown must be there by then.
    const begin = (): void => {
      setPaper(true);
      flushSync(() => setPrinting(true));
    };
    const end = (): void => {
      setPaper(false);
      setPrinting(false);
    };
    const change = (): void => (paper.matches ? begin() : end());
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  return isPrinting ? <Paper /> : null;
}

function Paper() {
  const selected = useViewer((viewer) => viewer.selected);
  const branch = useBranch(selected);
  const { state } = sessionStore.getState();
  const { rows, results } = useMemo(() => new TranscriptFeed().read(state, selected, false), [state, selected]);
  const actions = useMemo<PaneActions>(
    () => ({
      branch: selected,
      store: createPaneStore(),
      openBranch: () => {},
      openPlace: () => {},
      toggleBehind: () => {},
      fork: null,
      hold: () => {},
    }),
    [selected],
  );
  if (!branch) return null;
  return (
    <article className="viewer-paper">
      <h1>{state.title}</h1>
      <p className="viewer-paper__line">{statisticsLine(state)}</p>
      <pre className="viewer-paper__tree">{treeTable(summaryOf(state, ''))}</pre>
      <h2>
        {titleOf(branch)}: {stateWord(branch.status).toLowerCase()}
      </h2>
      <PaneContext value={actions}>
        {rows.slice(0, MAX_ROWS).map((row) => (
          <div key={row.key} className={`viewer-paper__row is-${row.kind}`}>
            <RowView row={row} branch={selected} results={results} sharedIsOpen={false} onToggleShared={() => {}} />
          </div>
        ))}
      </PaneContext>
      {rows.length > MAX_ROWS && <p>{rows.length - MAX_ROWS} more rows are not printed.</p>}
    </article>
  );
}
