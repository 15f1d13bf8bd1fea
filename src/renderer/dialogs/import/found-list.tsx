import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { FoundTranscript } from '../../../shared/import-calls.ts';
import { useWallClock } from '../../stores/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { formatAgo, formatBytes, plural } from '../../ui/format.ts';
import { filterFound } from './found-filter.ts';
import { type ImportState, importStore } from './import-store.ts';

/** Rows shown at first, and with each "show more": thousands at once would be slow, and nobody reads them. */
const PAGE = 200;

/** What lies on this computer, the newest first, as it is found. */
export function FoundList() {
  const state = useStore(importStore);
  const { found, filter, chosen, finding } = state;
  const [shown, setShown] = useState(PAGE);
  const now = useWallClock(true);
  const fitting = useMemo(() => filterFound(found, filter), [found, filter]);
  const allChosen = fitting.length > 0 && fitting.every(({ path }) => chosen.has(path));
  const { setFilter, choose, stopFinding } = importStore.getState();
  return (
    <section className="found" aria-label="Transcripts on this computer">
      <div className="found__bar">
        <input
          type="checkbox"
          aria-label={filter === '' ? 'All transcripts' : 'All transcripts that fit'}
          checked={allChosen}
          disabled={fitting.length === 0}
          onChange={() =>
            choose(
              fitting.map(({ path }) => path),
              !allChosen,
            )
          }
        />
        <input
          type="text"
          className="input found__filter"
          aria-label="Filter the transcripts"
          placeholder="Filter by title, tool or folder"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <output className="found__state figures">{stateOf(state, fitting.length)}</output>
        {finding === 'running' && (
          <Button size="small" look="quiet" onClick={stopFinding}>
            Stop
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs focus to be scrolled by keys */}
      <ul className="found__list" tabIndex={0} aria-label="Found transcripts">
        {fitting.slice(0, shown).map((each) => (
          <FoundRow key={each.path} found={each} isChosen={chosen.has(each.path)} now={now} />
        ))}
        {fitting.length > shown && (
          <li>
            <Button size="small" look="quiet" onClick={() => setShown(shown + PAGE)}>
              Show more: {plural(fitting.length - shown, 'transcript')} below
            </Button>
          </li>
        )}
        {fitting.length === 0 && <li className="import__note">{emptyNote(state)}</li>}
      </ul>
    </section>
  );
}

function FoundRow({ found, isChosen, now }: { found: FoundTranscript; isChosen: boolean; now: number }) {
  const { path, title, tool, workspace, bytes, modified, branches } = found;
  return (
    <li>
      <label className="found__row" title={path}>
        <input type="checkbox" checked={isChosen} onChange={() => importStore.getState().choose([path], !isChosen)} />
        <span className="found__title cut">{title}</span>
        <span className="found__when figures" title={new Date(modified).toLocaleString()}>
          {formatAgo(modified, now)}
        </span>
        <span className="found__meta cut">
          {tool}
          {workspace !== null && <span className="found__folder"> · {workspace}</span>}
        </span>
        <span className="found__size figures">
          {branches !== null && branches > 1 && `${branches} branches · `}
          {formatBytes(bytes)}
        </span>
      </label>
    </li>
  );
}

function stateOf({ finding, found, looked, filter }: ImportState, fitting: number): string {
  if (finding === 'running')
    return looked.total === 0 ? 'Looking…' : `${found.length} found, ${looked.done} of ${looked.total} files read`;
  const all = filter === '' ? plural(found.length, 'transcript') : `${fitting} of ${found.length}`;
  if (finding === 'failed') return `${all}; stopped by a fault: look again`;
  return finding === 'cancelled' ? `${all}, stopped` : all;
}

function emptyNote({ finding, found }: ImportState): string {
  if (finding === 'running') return 'Looking into the folders of the tools…';
  if (found.length > 0) return 'No transcript fits. Change the filter.';
  return 'None of the tools has left a transcript on this computer. Choose a file or a folder instead.';
}
