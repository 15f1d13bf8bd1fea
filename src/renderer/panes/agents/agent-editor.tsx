import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { AgentScope, OpenedAgent } from '../../../shared/agent-calls.ts';
import type { Fault } from '../../../shared/result.ts';
import { ask } from '../../actions/attempt.ts';
import { lastPart } from '../../stores/sessions-store.ts';
import { Button } from '../../ui/button.tsx';
import { FaultLine } from '../../ui/fault-line.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { AgentForm } from './agent-form.tsx';
import { AgentText } from './agent-text.tsx';
import { useDraft } from './use-draft.ts';

interface AgentEditorProps {
  readonly workspace: string;
  /** The file that is edited; null for a new one. */
  readonly path: string | null;
  /** What the draft begins with. */
  readonly start: OpenedAgent | null;
  /** The file was changed or taken away on disk since it was opened. */
  readonly isOutdated: boolean;
  readonly skills: readonly string[];
  onDirty(isDirty: boolean): void;
  onSaved(path: string): void;
  onCancel(): void;
  /** Drops the draft and opens the file as it is now. */
  onReload(): void;
}

const SCOPES = [
  { value: 'workspace', label: 'This project, in .forkscope/agents' },
  { value: 'person', label: 'Only for me, in the data folder' },
];

/** A new agent, or changes to one: as a form or as the text of the file, checked while typing as the loader does. */
export function AgentEditor(props: AgentEditorProps) {
  const { workspace, path, start, isOutdated, skills, onDirty, onSaved, onCancel, onReload } = props;
  const draft = useDraft(workspace, path, start);
  const [scope, setScope] = useState<AgentScope>(start?.agent?.source === 'person' ? 'person' : 'workspace');
  const [showAll, setShowAll] = useState(path !== null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const title = start?.agent?.name ?? lastPart(path ?? '');
  const { checked, isDirty, mode } = draft;
  const problems = checked?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === 'error');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);

  const save = async (force: boolean): Promise<void> => {
    setShowAll(true);
    setBusy(true);
    const to = path === null ? { scope } : { path, stamp: start?.stamp ?? '' };
    const answer = await ask('agents.write', { workspace, to, draft: draft.draft, force });
    setBusy(false);
    if (answer.ok) {
      onSaved(answer.value.path);
      return;
    }
    setFault(answer.error);
    // After the problems have been drawn: the first wrong field takes the focus.
    if (answer.error.code === 'bad-agent')
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 200);
  };
  const press = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== 'Enter' && event.key !== 's')) return;
    event.preventDefault();
    event.stopPropagation();
    void save(false);
  };
  const isTaken = fault?.code === 'changed' || fault?.code === 'gone';
  const outdated = isTaken ? fault.message : isOutdated ? 'The file was changed on disk while you edit it.' : null;
  const general = mode === 'form' ? errors.filter(({ field }) => field === null) : [];
  return (
    <form
      ref={form}
      className="agent-editor"
      aria-label={path === null ? 'New agent' : `Edit ${title}`}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void save(false);
      }}
    >
      <header className="agent-editor__head">
        <h2>{path === null ? 'New agent' : `Edit ${title}`}</h2>
        <fieldset className="pane-choice" aria-label="Edit as">
          <button type="button" aria-pressed={mode === 'form'} onClick={() => draft.setMode('form')}>
            Form
          </button>
          <button type="button" aria-pressed={mode === 'text'} onClick={() => draft.setMode('text')}>
            Text
          </button>
        </fieldset>
      </header>
      <div className="agent-editor__body">
        {path === null && (
          <Field label="Who has it">
            {(id) => (
              <Select id={id} value={scope} options={SCOPES} onPick={(value) => setScope(value as AgentScope)} />
            )}
          </Field>
        )}
        {general.map(({ reason }) => (
          <FaultLine key={reason} message={reason} />
        ))}
        {mode === 'form' ? (
          <AgentForm
            fields={draft.fields}
            problems={problems}
            skills={skills}
            showAll={showAll}
            onChange={draft.change}
          />
        ) : (
          <AgentText text={draft.text} problems={problems} onChange={draft.changeText} />
        )}
      </div>
      <footer className="agent-editor__foot">
        {checked?.notice && <p className="agent-note">{checked.notice}</p>}
        {outdated !== null ? (
          <FaultLine message={outdated}>
            {fault?.code !== 'gone' && (
              <Button size="small" onClick={onReload}>
                Take the file as it is
              </Button>
            )}
            <Button size="small" disabled={busy} onClick={() => void save(true)}>
              {fault?.code === 'gone' ? 'Write it again' : 'Write over it'}
            </Button>
          </FaultLine>
        ) : (
          fault && fault.code !== 'bad-agent' && <FaultLine message={fault.message} />
        )}
        <div className="agent-editor__buttons">
          <span className="agent-editor__state" role="status">
            {stateWords(checked !== null, errors.length, showAll)}
          </span>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" disabled={busy}>
            {busy ? 'Writing…' : path === null ? 'Create agent' : 'Save'}
          </Button>
        </div>
      </footer>
    </form>
  );
}

function stateWords(isChecked: boolean, errors: number, showAll: boolean): string {
  if (!isChecked || (errors > 0 && !showAll)) return '';
  if (errors === 0) return 'It can be used as it is. What runs now keeps what it began with.';
  return errors === 1 ? 'One thing keeps it from being used.' : `${errors} things keep it from being used.`;
}
