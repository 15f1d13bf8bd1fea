import { useEffect, useState } from 'react';
import { renameSession } from '../actions/session-actions.ts';
import { lastPart } from '../stores/sessions-store.ts';
import { useOpenSession } from '../stores/use-session.ts';

/** The session's name: a click edits it, Enter keeps, Escape leaves it as it was. */
export function SessionTitle() {
  const sessionId = useOpenSession((open) => open.sessionId);
  const title = useOpenSession((open) => open.state.title);
  const workspace = useOpenSession((open) => open.state.session?.workspace ?? null);
  const [draft, setDraft] = useState<string | null>(null);
  useEffect(() => {
    document.title = title === '' ? 'Forkscope' : `${title} - Forkscope`;
    return () => {
      document.title = 'Forkscope';
    };
  }, [title]);
  const keep = (): void => {
    const text = draft?.trim() ?? '';
    if (sessionId !== null && text !== '' && text !== title) void renameSession(sessionId, text);
    setDraft(null);
  };
  const place =
    workspace && `${lastPart(workspace.root)}${workspace.gitBranch === null ? '' : ` · ${workspace.gitBranch}`}`;
  return (
    <div className="session-title">
      {draft === null ? (
        <h1 className="session-title__heading">
          <button
            type="button"
            className="session-title__name cut"
            title={`${title} (click to rename)`}
            onClick={() => setDraft(title)}
          >
            {title}
          </button>
        </h1>
      ) : (
        <input
          className="session-title__input"
          aria-label="Session title"
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
          autoFocus
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'Escape') setDraft(null);
          }}
        />
      )}
      {place !== null && (
        <span className="session-title__place cut" title={workspace?.root}>
          {place}
        </span>
      )}
    </div>
  );
}
