import { FileInput, Radio } from 'lucide-react';
import { useState } from 'react';
import type { BranchStatus } from '../../core/session/events.ts';
import type { SessionListItem } from '../../shared/contract.ts';
import { openSession, renameSession } from '../actions/session-actions.ts';
import { useOpenSession } from '../stores/use-session.ts';
import { formatAgo, formatCost, plural } from '../ui/format.ts';
import { StateMark } from '../ui/state-mark.tsx';
import { SessionMenu } from './session-menu.tsx';

const MARKS: { readonly [S in SessionListItem['status']]: { readonly mark: BranchStatus; readonly word: string } } = {
  active: { mark: 'running', word: 'Running' },
  'needs-input': { mark: 'waiting', word: 'Needs you' },
  idle: { mark: 'completed', word: 'Idle' },
  interrupted: { mark: 'interrupted', word: 'Interrupted' },
  failed: { mark: 'failed', word: 'Failed' },
  unreadable: { mark: 'interrupted', word: 'Cannot be read' },
};

interface SessionRowProps {
  readonly item: SessionListItem;
  readonly now: number;
}

export function SessionRow({ item, now }: SessionRowProps) {
  const current = useOpenSession((open) => open.sessionId === item.sessionId);
  const [draft, setDraft] = useState<string | null>(null);
  const { mark, word } = MARKS[item.status];
  const keep = (): void => {
    const text = draft?.trim() ?? '';
    if (text !== '' && text !== item.title) void renameSession(item.sessionId, text);
    setDraft(null);
  };
  if (draft !== null) {
    return (
      <li className="session-item">
        <input
          className="session-item__input"
          aria-label="New name of the session"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
          autoFocus
          value={draft}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'Escape') setDraft(null);
          }}
        />
      </li>
    );
  }
  return (
    <li className="session-item">
      <button
        type="button"
        className="session-row"
        aria-current={current ? 'page' : undefined}
        onClick={() => void openSession(item.sessionId)}
        onDoubleClick={() => item.status !== 'unreadable' && setDraft(item.title)}
        onKeyDown={(event) => {
          if (event.key === 'F2' && item.status !== 'unreadable') setDraft(item.title);
        }}
      >
        <StateMark status={mark} waitingFor="permission" label={word} />
        <span className="session-row__title cut" title={item.title}>
          {item.title}
        </span>
        {item.lastAt > 0 && (
          <span className="session-row__when figures" title={new Date(item.lastAt).toLocaleString()}>
            {formatAgo(item.lastAt, now)}
          </span>
        )}
        <span
          className="session-row__meta figures cut"
          title={item.importedFrom ? `Imported from ${item.importedFrom.path}` : undefined}
        >
          {item.importedFrom && (
            <>
              <span className="session-row__from">
                {item.followed ? (
                  <Radio className="session-row__icon" aria-hidden />
                ) : (
                  <FileInput className="session-row__icon" aria-hidden />
                )}
                {item.followed ? `Following ${item.importedFrom.tool}` : item.importedFrom.tool}
              </span>
              <span aria-hidden> · </span>
            </>
          )}
          {plural(item.branches, 'branch', 'branches')}
          <span aria-hidden> · </span>
          {formatCost(item.cost)}
        </span>
      </button>
      <SessionMenu item={item} onRename={() => setDraft(item.title)} />
    </li>
  );
}
