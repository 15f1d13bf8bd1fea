import type { BranchStatus } from '../../core/session/events.ts';
import type { SessionListItem } from '../../shared/contract.ts';
import { openSession } from '../actions/session-actions.ts';
import { useOpenSession } from '../stores/use-session.ts';
import { formatAgo, formatCost, plural } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';

const MARKS: { readonly [S in SessionListItem['status']]: { readonly mark: BranchStatus; readonly word: string } } = {
  active: { mark: 'running', word: 'Running' },
  'needs-input': { mark: 'waiting', word: 'Needs you' },
  idle: { mark: 'completed', word: 'Idle' },
  failed: { mark: 'failed', word: 'Failed' },
  unreadable: { mark: 'interrupted', word: 'Cannot be read' },
};

interface SessionRowProps {
  readonly item: SessionListItem;
  readonly now: number;
}

export function SessionRow({ item, now }: SessionRowProps) {
  const current = useOpenSession((open) => open.sessionId === item.sessionId);
  const { mark, word } = MARKS[item.status];
  return (
    <li>
      <button
        type="button"
        className="session-row"
        aria-current={current ? 'page' : undefined}
        onClick={() => void openSession(item.sessionId)}
      >
        <StateMark status={mark} waitingFor="permission" label={word} />
        <span className="session-row__title cut" title={item.title}>
          {item.title}
        </span>
        <span className="session-row__when figures" title={new Date(item.lastAt).toLocaleString()}>
          {formatAgo(item.lastAt, now)}
        </span>
        <span className="session-row__meta figures">
          {plural(item.branches, 'branch', 'branches')}
          <span aria-hidden> · </span>
          {formatCost(item.cost)}
        </span>
      </button>
    </li>
  );
}
