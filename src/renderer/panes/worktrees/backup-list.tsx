import { ArchiveRestore, RotateCcw } from 'lucide-react';
import type { BackupRow } from '../../../core/worktree/survey-rows.ts';
import { Button } from '../../ui/button.tsx';
import { formatAgo, formatBytes } from '../../ui/format.ts';

interface BackupListProps {
  readonly backups: readonly BackupRow[];
  readonly now: number;
  readonly isBusy: boolean;
  onRestore(row: BackupRow): void;
}

/** What is kept of discarded worktrees. */
export function BackupList({ backups, now, isBusy, onRestore }: BackupListProps) {
  return (
    <section className="backups" aria-label="Backups of discarded worktrees">
      <h3>
        <ArchiveRestore aria-hidden /> Backups of discarded worktrees
      </h3>
      {backups.length === 0 && (
        <p className="worktree__none">None. A discarded worktree that holds anything leaves one here.</p>
      )}
      <ul>
        {backups.map((backup) => {
          const title = backup.tenant?.branchTitle ?? backup.name;
          return (
            <li key={backup.ref}>
              <span className="backup__text">
                <span className="worktree__title cut">{title}</span>
                <span className="worktree__place cut" title={backup.ref}>
                  {backup.tenant ? `${backup.tenant.sessionTitle}, ` : ''}
                  {backup.ref}
                </span>
              </span>
              <span className="figures">{backup.bytes === null ? '–' : formatBytes(backup.bytes)}</span>
              <span className="figures" title={new Date(backup.at).toLocaleString()}>
                {formatAgo(backup.at, now)}
              </span>
              <Button size="small" disabled={isBusy} aria-label={`Restore ${title}`} onClick={() => onRestore(backup)}>
                <RotateCcw aria-hidden />
                Restore
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
