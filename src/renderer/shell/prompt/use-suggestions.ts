import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../actions/attempt.ts';
import { sessionStore } from '../../stores/session-store.ts';
import { rankFiles } from './rank-files.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';
import { type Trigger, triggerAt } from './trigger.ts';

export interface Suggestion {
  /** What is put into the text. */
  readonly value: string;
  readonly label: string;
  readonly hint: string;
}

export interface Suggestions {
  readonly trigger: Trigger | null;
  readonly items: readonly Suggestion[];
  readonly active: number;
  /** One sentence in place of a list. */
  readonly note: string | null;
  move(step: 1 | -1): void;
  dismiss(): void;
}

/** Milliseconds for which a list of files is good: agents write files all the time. */
const FRESH_MS = 10_000;

/** Files after `@`, commands after `/`, for the text in front of the caret. */
export function useSuggestions(branch: string | null, text: string, caret: number): Suggestions {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [active, setActive] = useState({ key: '', at: 0 });
  const found = triggerAt(text, caret);
  const key = found ? `${found.kind} ${found.from} ${found.query}` : '';
  const opening = found ? `${found.kind} ${found.from}` : null;
  const trigger = opening === dismissed ? null : found;
  const files = useFiles(branch, trigger?.kind === 'file');
  const kind = trigger?.kind ?? null;
  const query = trigger?.query ?? '';
  const items = useMemo(() => itemsFor(kind, query, files.list), [kind, query, files.list]);
  const at = active.key === key ? Math.min(active.at, items.length - 1) : 0;
  return {
    trigger,
    items,
    active: at,
    note: noteFor(trigger, items, files),
    move: (step) => setActive({ key, at: (at + step + items.length) % Math.max(1, items.length) }),
    dismiss: () => setDismissed(opening),
  };
}

function itemsFor(kind: Trigger['kind'] | null, query: string, files: readonly string[]): Suggestion[] {
  if (kind === 'file') {
    return rankFiles(files, query).map((path) => ({ value: `@${path}`, label: path, hint: '' }));
  }
  if (kind !== 'command') return [];
  return SLASH_COMMANDS.filter(({ name }) => name.startsWith(query)).map(({ name, usage, hint }) => ({
    value: `/${name}`,
    label: usage,
    hint,
  }));
}

interface Files {
  readonly list: readonly string[];
  readonly phase: 'none' | 'reading' | 'ready';
  readonly fault: string | null;
}

function noteFor(trigger: Trigger | null, items: readonly Suggestion[], files: Files): string | null {
  if (!trigger || items.length > 0) return null;
  if (trigger.kind === 'command') return 'No command has that name.';
  if (files.fault !== null) return files.fault;
  return files.phase === 'ready' ? 'No file has that name.' : 'Reading the files…';
}

const NOTHING: Files = { list: [], phase: 'none', fault: null };

function useFiles(branch: string | null, isWanted: boolean): Files {
  const [files, setFiles] = useState<Files & { readonly branch: string | null; readonly at: number }>({
    ...NOTHING,
    branch: null,
    at: 0,
  });
  const isFresh = files.branch === branch && Date.now() - files.at < FRESH_MS;
  useEffect(() => {
    const { sessionId } = sessionStore.getState();
    if (!isWanted || isFresh || branch === null || sessionId === null) return;
    let isCurrent = true;
    void ask('branch.files', { sessionId, branch }).then((answer) => {
      if (!isCurrent) return;
      const read = answer.ok ? { list: answer.value.files, fault: null } : { list: [], fault: answer.error.message };
      setFiles({ ...read, phase: 'ready', branch, at: Date.now() });
    });
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isFresh, branch]);
  return files.branch === branch ? files : NOTHING;
}
