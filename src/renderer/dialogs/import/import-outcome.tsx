import { Check, CircleAlert, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import type { ImportedSession } from '../../../shared/import-calls.ts';
import { openSession } from '../../actions/session-actions.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { type ImportState, importStore } from './import-store.ts';

const WORDS: { readonly [O in ImportedSession['outcome']]: string } = {
  imported: 'imported',
  updated: 'updated: the transcript had grown',
  unchanged: 'imported before; nothing is new',
  kept: 'left alone: you have gone on with it here',
};
const PHASES = { finding: 'Looking into', reading: 'Reading', writing: 'Writing' } as const;

/** How the import goes, and what came of each transcript: damaged spots with their lines, and why one was left out. */
export function ImportOutcome({ onClose }: { readonly onClose: () => void }) {
  const state = useStore(importStore);
  const { news, imported, faults, phase } = state;
  const { cancel, again } = importStore.getState();
  const show = (sessionId: string): void => {
    onClose();
    void openSession(sessionId);
  };
  return (
    <>
      <div className="dialog__body import__body">
        <Progress state={state} />
        <ul className="outcomes" aria-label="Outcomes">
          {faults.map(({ path, message }) => (
            <li key={`${path} ${message}`} className="outcome" data-tone="failed">
              <CircleAlert aria-hidden />
              <span className="outcome__text">{message}</span>
            </li>
          ))}
          {imported.map((session) => (
            <Outcome key={session.source} session={session} onShow={() => show(session.sessionId)} />
          ))}
        </ul>
        {phase === 'done' && imported.length === 0 && faults.length === 0 && (
          <p className="import__note">
            {news.ended === 'cancelled' ? 'Cancelled before anything was written.' : 'No transcript was found there.'}
          </p>
        )}
      </div>
      <div className="dialog__foot">
        {phase === 'importing' ? (
          <>
            <Button onClick={onClose}>Go on in the background</Button>
            <Button look="danger" onClick={cancel}>
              Cancel the import
            </Button>
          </>
        ) : (
          <>
            <Button onClick={again}>Import more</Button>
            <Button look="primary" data-autofocus onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Progress({ state: { news, phase, imported, faults } }: { state: ImportState }) {
  const { done, total, current } = news;
  if (phase === 'done') {
    const left = faults.length === 0 ? '' : `, ${faults.length} left out`;
    const cancelled = news.ended === 'cancelled' ? 'Cancelled. What was whole by then is kept: ' : '';
    return (
      <p className="import__lead" role="status">
        {cancelled}
        {plural(imported.length, 'session')} in your list{left}.
      </p>
    );
  }
  const share = total === 0 ? (current?.share ?? 0) : Math.min(1, (done + (current?.share ?? 0)) / total);
  const what = current === null ? 'Starting…' : `${PHASES[current.phase]} ${nameOf(current.path)}`;
  return (
    <div className="import__progress">
      <div className="import__now">
        <span className="cut" title={current?.path}>
          {what}
        </span>
        <span className="figures">{total > 1 ? `${done} of ${total}` : `${Math.round(share * 100)} %`}</span>
      </div>
      <progress className="import__bar" aria-label="Import" max={1} value={share} />
    </div>
  );
}

function Outcome({ session, onShow }: { session: ImportedSession; onShow: () => void }) {
  const { title, source, outcome, problems, firstProblems } = session;
  return (
    <li className="outcome" data-tone={problems > 0 ? 'warning' : 'done'}>
      {problems > 0 ? <TriangleAlert aria-hidden /> : <Check aria-hidden />}
      <div className="outcome__text">
        <span className="outcome__title cut">{title}</span>
        <span className="outcome__source cut" title={source}>
          {WORDS[outcome]} · {source}
        </span>
        {problems > 0 && (
          <details>
            <summary>{plural(problems, 'damaged spot')}; the rest was read</summary>
            <ul className="outcome__problems">
              {firstProblems.map(({ line, reason }) => (
                <li key={`${line} ${reason}`}>
                  <span className="figures">{line === 0 ? 'whole file' : `line ${line}`}</span>
                  <span>{reason}</span>
                </li>
              ))}
              {problems > firstProblems.length && <li>{problems - firstProblems.length} more stand in the session.</li>}
            </ul>
          </details>
        )}
      </div>
      <Button size="small" onClick={onShow}>
        Open
      </Button>
    </li>
  );
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
