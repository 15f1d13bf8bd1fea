import { useState } from 'react';
import type { DeletedForGood, TrashedSession } from '../../../shared/contract.ts';
import { Button } from '../../ui/button.tsx';
import { formatAgo, plural } from '../../ui/format.ts';

interface TrashLineProps {
  readonly item: TrashedSession;
  readonly now: number;
  restore(sessionId: string): Promise<void>;
  deleteForGood(sessionId: string): Promise<void>;
}

/** A deleted session: back, or, after a second press, gone for good. */
export function TrashLine({ item, now, restore, deleteForGood }: TrashLineProps) {
  const { sessionId, title, workspace, deletedAt } = item;
  const [state, setState] = useState<'shown' | 'asked' | 'kept'>('shown');
  if (state === 'asked') {
    return (
      <li className="settings__trash-question">
        <span>
          Delete “{title}” for good? Its log, and what it kept of its forks’ files, cannot come back. Its worktrees
          stay.
        </span>
        <Button size="small" look="danger" onClick={() => void deleteForGood(sessionId)}>
          Delete for good
        </Button>
        <Button key="keep" size="small" autoFocus onClick={() => setState('kept')}>
          Keep it
        </Button>
      </li>
    );
  }
  return (
    <li>
      <span className="cut" title={workspace}>
        {title}
      </span>
      <span className="figures">{deletedAt === 0 ? '' : formatAgo(deletedAt, now)}</span>
      <Button size="small" aria-label={`Restore ${title}`} onClick={() => void restore(sessionId)}>
        Restore
      </Button>
      <Button
        key="delete"
        size="small"
        autoFocus={state === 'kept'}
        aria-label={`Delete ${title} for good…`}
        onClick={() => setState('asked')}
      >
        Delete…
      </Button>
    </li>
  );
}

/** What a deletion took with it, in one or two sentences. */
export function goneWords({ snapshots, problem }: DeletedForGood): string {
  if (problem !== null) return `Deleted. ${problem}`;
  if (snapshots === null) return 'Deleted for good.';
  const what = snapshots.moments === null ? 'What it kept' : `${plural(snapshots.moments, 'snapshot')}`;
  return `Deleted for good. ${what} of its forks’ files went with it.`;
}
