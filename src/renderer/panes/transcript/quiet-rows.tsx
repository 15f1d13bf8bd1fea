import { ChevronRight, CornerDownRight } from 'lucide-react';
import { memo } from 'react';
import { plural } from '../../ui/format.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import { formatClock, formatDuration } from '../shared/format.ts';
import { useFold } from './pane-context.ts';
import type { FailureRow as Failure, MessageRow, SharedRow as Shared } from './rows.ts';
import { useRowBranchField, useRowSession } from './use-row-session.ts';

interface SharedRowProps {
  readonly row: Shared;
  readonly isOpen: boolean;
  onToggle(): void;
}

export function SharedRow({ row, isOpen, onToggle }: SharedRowProps) {
  const parent = useRowSession((state) => state.branches[row.from]?.title ?? row.from);
  return (
    <button type="button" className="shared-row" aria-expanded={isOpen} onClick={onToggle}>
      <CornerDownRight aria-hidden />
      <span className="cut">
        {plural(row.count, 'message')} shared with {parent} up to the fork point
      </span>
      <ChevronRight className="fold-mark" aria-hidden />
    </button>
  );
}

export function SharedEndRow() {
  return (
    <div className="shared-end-row">
      <span>fork point</span>
    </div>
  );
}

/** A broken attempt, in the words of the event; what came of it is the next attempt or the branch's end. */
export const FailureRow = memo(function FailureRow({ row }: { row: Failure }) {
  const { failure, attempt, step } = row.request;
  if (!failure) return null;
  return (
    <div className="failure-row">
      <StateMark status="failed" label="Failed attempt" />
      <div>
        <p>{failure.message}</p>
        <p className="failure-more">
          Step {step}, attempt {attempt}, {formatClock(row.at)}.{' '}
          {failure.retryInMs === null
            ? 'It was not tried again.'
            : `Tried again after ${formatDuration(failure.retryInMs)}.`}
        </p>
      </div>
    </div>
  );
});

/** Text that only keeps the history valid after an interrupt. */
export const StandInRow = memo(function StandInRow({ row }: { row: MessageRow & { kind: 'stand-in' } }) {
  const [isOpen, toggle] = useFold(row.key);
  return (
    <div className="quiet-row">
      <button type="button" className="thought-head" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="fold-mark" aria-hidden />
        <span className="cut">Filled in, because no answer came</span>
        <time className="message-time">{formatClock(row.at)}</time>
      </button>
      {isOpen ? <p className="plain-text stand-in-text">{row.text}</p> : null}
    </div>
  );
});

const END_WORDS = { completed: 'Completed', failed: 'Failed', interrupted: 'Interrupted' } as const;

export function EndRow({ branch }: { branch: string }) {
  const status = useRowBranchField(branch, (found) => found.status, 'completed');
  const reason = useRowBranchField(branch, (found) => found.reason, null);
  const recovered = useRowBranchField(branch, (found) => found.recovered, false);
  const took = useRowBranchField(branch, (found) => (found.endedAt ?? found.createdAt) - found.createdAt, 0);
  if (status !== 'completed' && status !== 'failed' && status !== 'interrupted') return null;
  return (
    <div className={`end-row is-${status}`}>
      <StateMark status={status} />
      <p>
        {END_WORDS[status]}
        {recovered ? ' by a crash of the app' : ''} after {formatDuration(took)}.{reason ? ` ${reason}` : ''}
      </p>
    </div>
  );
}
