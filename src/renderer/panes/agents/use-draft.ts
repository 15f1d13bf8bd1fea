import { useEffect, useRef, useState } from 'react';
import type {
  AgentDraft,
  AgentFieldName,
  AgentFields,
  CheckedDraft,
  OpenedAgent,
} from '../../../shared/agent-calls.ts';
import { ask } from '../../actions/attempt.ts';

/** Milliseconds without a key press before a draft is checked. */
const CHECK_AFTER_MS = 120;

export const NO_FIELDS: AgentFields = {
  name: '',
  description: '',
  tools: '',
  disallowedTools: '',
  model: '',
  provider: '',
  permissionMode: '',
  maxTurns: '',
  skills: '',
  isolation: '',
  background: '',
  effort: '',
  color: '',
  body: '',
};

export interface Draft {
  readonly mode: 'form' | 'text';
  readonly fields: AgentFields;
  readonly text: string;
  readonly draft: AgentDraft;
  /** What the loader says to the draft as it was a moment ago; null before the first answer. */
  readonly checked: CheckedDraft | null;
  /** True when something was typed. */
  readonly isDirty: boolean;
  change(name: AgentFieldName, value: string): void;
  changeText(text: string): void;
  /** Form and text show the same draft; there is no form for a header that cannot be read. */
  setMode(mode: 'form' | 'text'): void;
}

interface Typed {
  readonly mode: 'form' | 'text';
  readonly fields: AgentFields;
  /** What the fields are put into: the file's text, or the text as it was typed. */
  readonly base: string | null;
  readonly text: string;
  readonly isDirty: boolean;
}

/** A draft of an agent file as a person types it, checked by the host while they do. */
export function useDraft(workspace: string, path: string | null, start: OpenedAgent | null): Draft {
  const [typed, setTyped] = useState<Typed>(() => startOf(path, start));
  const [checked, setChecked] = useState<CheckedDraft | null>(null);
  const newest = useRef(0);
  const draft: AgentDraft =
    typed.mode === 'form'
      ? { kind: 'fields', fields: typed.fields, base: typed.base }
      : { kind: 'text', text: typed.text };
  const isNew = path === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is made of what was typed
  useEffect(() => {
    const own = ++newest.current;
    const timer = setTimeout(async () => {
      const answer = await ask('agents.check', { workspace, path, draft });
      if (answer.ok && own === newest.current) setChecked(answer.value);
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [workspace, path, typed]);
  return {
    mode: typed.mode,
    fields: typed.fields,
    text: typed.text,
    draft,
    checked,
    isDirty: typed.isDirty,
    change: (name, value) =>
      setTyped((before) => ({ ...before, fields: { ...before.fields, [name]: value }, isDirty: true })),
    changeText: (text) => setTyped((before) => ({ ...before, text, isDirty: true })),
    setMode: (mode) => {
      if (mode === typed.mode) return;
      // The host alone knows how fields become text and back: the newest draft is asked for, not the last answer.
      void ask('agents.check', { workspace, path, draft }).then((answer) => {
        if (!answer.ok) return;
        const { text, fields } = answer.value;
        setChecked(answer.value);
        if (mode === 'text') setTyped((before) => ({ ...before, mode, text }));
        else if (fields) setTyped((before) => ({ ...before, mode, fields, base: isNew && text === '' ? null : text }));
      });
    },
  };
}

function startOf(path: string | null, start: OpenedAgent | null): Typed {
  if (!start) return { mode: 'form', fields: NO_FIELDS, base: null, text: '', isDirty: false };
  const { fields, text } = start;
  if (path === null) {
    // A copy begins with a name of its own; one of a built-in agent may keep it, to take its place.
    const name = start.path === null ? (fields?.name ?? '') : `${fields?.name ?? ''}-copy`;
    return { mode: 'form', fields: { ...(fields ?? NO_FIELDS), name }, base: text, text, isDirty: false };
  }
  // A file that cannot be used is shown as text: its problems are told by line.
  return {
    mode: fields && start.agent ? 'form' : 'text',
    fields: fields ?? NO_FIELDS,
    base: text,
    text,
    isDirty: false,
  };
}
