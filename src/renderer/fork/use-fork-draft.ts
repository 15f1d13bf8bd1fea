import { useState } from 'react';
import { ask } from '../actions/attempt.ts';
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
}

/** The forks of one launch while they are written, for the dialog and for the form in a transcript. */
export function useForkDraft(place: ForkPlace, onStarted: () => void): ForkDraft {
  const [rows, setRows] = useState<readonly DirectiveRow[]>([{ key: 0, text: '' }]);
  const [isReadOnly, setReadOnly] = useState(false);
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const directives = rows.map((row) => row.text.trim()).filter((text) => text !== '');
  return {
    place,
    rows,
    directives,
    isReadOnly,
    ...state,
    edit: (key, text) => setRows(rows.map((row) => (row.key === key ? { key, text } : row))),
    add: () => setRows([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, text: '' }]),
    remove: (key) => setRows(rows.filter((row) => row.key !== key)),
    setReadOnly,
    start: async () => {
      const { sessionId } = sessionStore.getState();
      if (sessionId === null || directives.length === 0 || state.busy) return;
      setState({ busy: true, fault: null });
      const tools = isReadOnly ? 'read-only' : null;
      const made = await ask('branch.fork', { sessionId, ...place, directives, tools });
      if (made.ok) onStarted();
      else setState({ busy: false, fault: made.error.message });
    },
  };
}
