import { BrushCleaning, RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  arrange,
  type BackupRow,
  backupRows,
  type SurveyFilter,
  type SurveyRow,
  type SurveySort,
  surveyRows,
} from '../../core/worktree/survey-rows.ts';
import { attempt } from '../actions/attempt.ts';
import { doneStore } from '../stores/done-store.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { IconButton } from '../ui/button.tsx';
import { FaultLine } from '../ui/fault-line.tsx';
import { Select } from '../ui/field.tsx';
import { formatBytes, plural } from '../ui/format.ts';
import { formatClock } from './shared/format.ts';
import './shared/pane.css';
import { PaneEmpty } from './shared/pane-empty.tsx';
import { BackupList } from './worktrees/backup-list.tsx';
import { SnapshotList } from './worktrees/snapshot-list.tsx';
import { useSurvey } from './worktrees/use-survey.ts';
import { WorktreeRow } from './worktrees/worktree-row.tsx';
import './worktrees/worktrees.css';

const FILTERS: readonly { readonly value: SurveyFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'removable', label: 'Can be removed' },
  { value: 'in-use', label: 'In use' },
  { value: 'orphans', label: 'Orphans' },
];
const SORTS: readonly { readonly value: SurveySort; readonly label: string }[] = [
  { value: 'size', label: 'Largest first' },
  { value: 'age', label: 'Oldest first' },
  { value: 'state', label: 'By state' },
  { value: 'name', label: 'By name' },
];

/** All worktrees of the repository, whosever they are, and what is kept of removed ones. */
export function WorktreesPane(_: { readonly branch: string }) {
  const { survey, asOf, fault, isLoading, refresh } = useSurvey();
  const [filter, setFilter] = useState<SurveyFilter>('all');
  const [sort, setSort] = useState<SurveySort>('size');
  const [isBusy, setBusy] = useState(false);
  const rows = useMemo(() => (survey === null ? [] : surveyRows(survey, survey.tenants)), [survey]);
  const backups = useMemo(() => (survey === null ? [] : backupRows(survey, survey.tenants)), [survey]);
  const shown = arrange(rows, filter, sort);
  const bytes = rows.reduce((sum, row) => sum + (row.bytes ?? 0), 0);
  const now = asOf ?? 0;

  const during = async (work: (sessionId: string) => Promise<void>): Promise<void> => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null) return;
    setBusy(true);
    await work(sessionId);
    setBusy(false);
    refresh();
  };
  const remove = (row: SurveyRow): void => {
    const { sessionId } = sessionStore.getState();
    if (row.tenant && row.tenant.sessionId === sessionId) {
      viewStore.getState().openDialog({ kind: 'discard', branch: row.tenant.branch });
    } else viewStore.getState().openDialog({ kind: 'remove-worktree', path: row.path, why: row.why, onDone: refresh });
  };
  const repair = ({ path }: SurveyRow) =>
    during(async (sessionId) => {
      const answer = await attempt('worktree.repair', { sessionId, path });
      if (answer.ok) doneStore.getState().report({ branch: null, text: `git knows ${path} again.`, action: null });
    });
  const reveal = (path: string) =>
    during(async (sessionId) => void (await attempt('worktree.reveal', { sessionId, path })));
  const restore = ({ ref }: BackupRow) =>
    during(async (sessionId) => {
      const answer = await attempt('worktree.restoreBackup', { sessionId, ref });
      if (!answer.ok) return;
      const text = [`A worktree is back at ${answer.value.path}.`, ...answer.value.notices].join(' ');
      doneStore.getState().report({ branch: null, text, action: null });
    });

  return (
    <section className="pane-view worktrees-pane" aria-label="Worktrees of this repository" aria-busy={isLoading}>
      <div className="pane-bar">
        <span className="cut figures">
          {survey === null ? '' : `${plural(rows.length, 'worktree')}, ${formatBytes(bytes)}`}
        </span>
        <span className="pane-grow" />
        <span className="worktrees-pane__time figures" role="status">
          {isLoading ? 'Looking…' : asOf === null ? '' : `as of ${formatClock(asOf)}`}
        </span>
        <Select
          look="quiet"
          aria-label="Which worktrees"
          options={FILTERS}
          value={filter}
          onPick={(value) => setFilter(value as SurveyFilter)}
        />
        <Select
          look="quiet"
          aria-label="Order of worktrees"
          options={SORTS}
          value={sort}
          onPick={(value) => setSort(value as SurveySort)}
        />
        <IconButton
          size="small"
          name="Remove what is old and clean…"
          onClick={() => viewStore.getState().openDialog({ kind: 'prune', onDone: refresh })}
        >
          <BrushCleaning aria-hidden />
        </IconButton>
        <IconButton size="small" name="Look again" disabled={isLoading} onClick={refresh}>
          <RotateCw aria-hidden />
        </IconButton>
      </div>
      {fault !== null && <FaultLine message={fault} />}
      {survey === null ? (
        fault === null && <PaneEmpty title="Looking at the repository's worktrees…" />
      ) : (
        <div className="pane-scroll">
          <table className="worktrees">
            <thead>
              <tr>
                <th scope="col">Worktree</th>
                <th scope="col">State</th>
                <th scope="col">Size</th>
                <th scope="col">Age</th>
                <th scope="col">
                  <span className="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <WorktreeRow
                  key={row.path}
                  row={row}
                  now={now}
                  isBusy={isBusy}
                  actions={{ remove, repair: (each) => void repair(each), reveal: (path) => void reveal(path) }}
                />
              ))}
            </tbody>
          </table>
          {shown.length === 0 && <p className="worktree__none">None of them is like that.</p>}
          {survey.problems.map(({ file, reason }) => (
            <FaultLine key={file} message={`${file}: ${reason}`} />
          ))}
          <BackupList backups={backups} now={now} isBusy={isBusy} onRestore={(row) => void restore(row)} />
          <SnapshotList snapshots={survey.snapshots} now={now} />
        </div>
      )}
    </section>
  );
}
