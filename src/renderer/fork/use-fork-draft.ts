import { useState } from 'react';
import { ask } from '../actions/attempt.ts';
import { pickFolder } from '../actions/session-actions.ts';
import { replayStore } from '../replay/replay-store.ts';
import { sessionStore } from '../stores/session-store.ts';

export interface DirectiveRow {
  readonly key: number;
  readonly text: string;
}

/** Where the forks would start. */
export interface ForkPlace {
  readonly branch: string;
  /** Null: the end of the conversation. */
  readonly messageId: string | null;
}

export interface ForkDraft {
  readonly place: ForkPlace;
  readonly rows: readonly DirectiveRow[];
  /** What has words in it, trimmed: one fork each. */
  readonly directives: readonly string[];
  readonly isReadOnly: boolean;
  readonly busy: boolean;
  /** Why the host did not start them; they are all still here. */
  readonly fault: string | null;
  edit(key: number, text: string): void;
  add(): void;
  remove(key: number): void;
  setReadOnly(isReadOnly: boolean): void;
  start(): Promise<void>;
  /** Set when the session's folder is not on this computer: asks for another one, and starts them there. */
  readonly chooseFolder: (() => Promise<void>) | null;
}

const IDLE = { busy: false, fault: null, noFolder: false } as const;

/** The forks of one launch while they are written, for the dialog and for the form in a transcript. */
export function useForkDraft(place: ForkPlace, onStarted: () => void): ForkDraft {
  const [rows, setRows] = useState<readonly DirectiveRow[]>([{ key: 0, text: '' }]);
  const [isReadOnly, setReadOnly] = useState(false);
  const [state, setState] = useState<{ busy: boolean; fault: string | null; noFolder: boolean }>(IDLE);
  const directives = rows.map((row) => row.text.trim()).filter((text) => text !== '');
  const start = async (): Promise<void> => {
    const { sessionId } = sessionStore.getState();
    if (sessionId === null || directives.length === 0 || state.busy) return;
    setState({ ...IDLE, busy: true });
    const tools = isReadOnly ? 'read-only' : null;
    const made = await ask('branch.fork', { sessionId, ...place, directives, tools });
    if (made.ok) {
      onStarted();
      // What was started runs now: whoever looked at the past sees the present again.
      replayStore.getState().toLive();
    } else setState({ busy: false, fault: made.error.message, noFolder: made.error.code === 'no-workspace' });
  };
  const chooseFolder = async (): Promise<void> => {
    const { sessionId } = sessionStore.getState();
    const path = sessionId === null ? null : await pickFolder();
    if (sessionId === null || path === null) return;
    const set = await ask('sessions.setWorkspace', { sessionId, path });
    if (set.ok) await start();
    else setState({ busy: false, fault: set.error.message, noFolder: true });
  };
  return {
    place,
    rows,
    directives,
    isReadOnly,
    busy: state.busy,
    fault: state.fault,
    edit: (key, text) => setRows(rows.map((row) => (row.key === key ? { key, text } : row))),
    add: () => setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, text: '' }]),
    remove: (key) => setRows(rows.filter((row) => row.key !== key)),
    setReadOnly,
    start,
    chooseFolder: state.noFolder ? chooseFolder : null,
  };
}
