import { History } from 'lucide-react';
import type { HeldSnapshots } from '../../../shared/worktree-calls.ts';
import { formatAgo, formatBytes, plural } from '../../ui/format.ts';

const HOLDERS: Readonly<Record<HeldSnapshots['holder'], string>> = {
  stored: 'kept while the session is there',
  trash: 'kept until the session is deleted for good',
  gone: 'the session is no more; they go with what is old and clean',
  elsewhere: 'of another data folder or an older version; left alone',
};

/** What sessions keep of their forks' files, for the diff of a past moment. */
export function SnapshotList({
  snapshots,
  now,
}: {
  readonly snapshots: readonly HeldSnapshots[];
  readonly now: number;
}) {
  return (
    <section className="backups" aria-label="Snapshots of files">
      <h3>
        <History aria-hidden /> Snapshots of files
      </h3>
      {snapshots.length === 0 && (
        <p className="worktree__none">None. What a fork's files were at each moment of a session is kept here.</p>
      )}
      <ul>
        {snapshots.map(({ sessionId, title, branches, moments, bytes, at, holder }) => (
          <li key={sessionId} data-holder={holder}>
            <span className="backup__text">
              <span className="worktree__title cut">{title ?? sessionId}</span>
              <span className="worktree__place cut" title={`refs/forkscope/snapshots/${sessionId}`}>
                {moments === null ? '' : `${plural(moments, 'moment')} of `}
                {plural(branches.length, 'fork')}, {HOLDERS[holder]}
              </span>
            </span>
            <span className="figures">{bytes === null ? '–' : formatBytes(bytes)}</span>
            <span className="figures" title={new Date(at).toLocaleString()}>
              {formatAgo(at, now)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
