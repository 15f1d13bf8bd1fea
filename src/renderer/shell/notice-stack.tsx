import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import type { SessionState } from '../../core/session/state.ts';
import { type Done, doneStore } from '../stores/done-store.ts';
import { faultStore } from '../stores/fault-store.ts';
import { useOpenSession, useSession } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';

type Level = 'info' | 'warning' | 'error';
const ICONS = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;
/** The newest ones; older notices stay in the log. */
const MAX_NOTICES = 2;

function problemText(problems: SessionState['problems'], isImported: boolean): string {
  const [first] = problems;
  const where = first?.line === 0 ? first.reason : `line ${first?.line}, ${first?.reason}`;
  if (isImported)
    return `The transcript has ${plural(problems.length, 'damaged spot')} (first: ${where}). The rest was read.`;
  return `${plural(problems.length, 'line')} of this session's log could not be read and ${problems.length === 1 ? 'was' : 'were'} left out (first: ${where}). The rest is complete.`;
}

/** Faults of what a person just did, and what the session itself has to say. Nothing here blocks the tree. */
export function NoticeStack() {
  const faults = useStore(faultStore, (state) => state.faults);
  const done = useStore(doneStore, (state) => state.items);
  const sessionId = useOpenSession((open) => open.sessionId);
  const notices = useSession((state) => state.notices);
  const problems = useSession((state) => state.problems);
  const isImported = useSession((state) => state.session?.importedFrom !== undefined);
  const [seen, setSeen] = useState({ sessionId, notices: 0, problems: false });
  const own = seen.sessionId === sessionId ? seen : { sessionId, notices: 0, problems: false };
  const shown = notices
    .map((notice, index) => ({ ...notice, index }))
    .slice(own.notices)
    .filter((notice) => notice.level !== 'info')
    .slice(-MAX_NOTICES);
  return (
    <div className="notice-stack">
      {problems.length > 0 && !own.problems && (
        <Notice
          level="warning"
          branch={null}
          text={problemText(problems, isImported)}
          onDismiss={() => setSeen({ ...own, problems: true })}
        />
      )}
      {shown.map((notice) => (
        <Notice
          key={notice.index}
          level={notice.level}
          branch={notice.branch}
          text={notice.text}
          onDismiss={() => setSeen({ ...own, notices: notice.index + 1 })}
        />
      ))}
      {faults.map(({ id, fault, branch }) => (
        <Notice
          key={id}
          level="error"
          branch={branch}
          text={fault.message}
          onDismiss={() => faultStore.getState().dismiss(id)}
        />
      ))}
      {done.map(({ id, branch, text, action }) => (
        <Notice
          key={`done-${id}`}
          level="info"
          branch={branch}
          text={text}
          action={action}
          onDismiss={() => doneStore.getState().dismiss(id)}
        />
      ))}
    </div>
  );
}

interface NoticeProps {
  readonly level: Level;
  readonly branch: string | null;
  readonly text: string;
  readonly action?: Done['action'];
  readonly onDismiss: () => void;
}

function Notice({ level, branch, text, action = null, onDismiss }: NoticeProps) {
  const Icon = ICONS[level];
  const title = useSession((state) => {
    const found = branch === null ? undefined : state.branches[branch];
    return found ? titleOf(found) : null;
  });
  return (
    <div className="notice" data-level={level} role={level === 'error' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <span className="notice__text">
        {title !== null && <span className="notice__branch">{title}:</span>}
        {text}
      </span>
      {action && (
        <Button
          size="small"
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.name}
        </Button>
      )}
      <IconButton name="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
