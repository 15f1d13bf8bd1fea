import { useState } from 'react';
import { useStore } from 'zustand';
import { SUBAGENT_TOOLS } from '../../../core/subagent/tool-whitelist.ts';
import type { AgentFieldName, AgentFields, DraftProblem } from '../../../shared/agent-calls.ts';
import { settingsStore } from '../../stores/settings-store.ts';
import { Select } from '../../ui/field.tsx';
import { AgentField } from './agent-field.tsx';
import { ColourDot } from './colour-dot.tsx';
import { NameChips } from './name-chips.tsx';

const TOOLS = SUBAGENT_TOOLS.filter((tool) => tool !== 'attempt_completion');
const COLOURS = ['red', 'orange', 'gold', 'green', 'teal', 'blue', 'purple', 'pink'];

interface Option {
  readonly value: string;
  readonly label: string;
}
const PROVIDERS: readonly Option[] = [
  { value: '', label: 'The parent’s' },
  { value: 'demo', label: 'Demo model' },
  { value: 'gemini', label: 'Gemini' },
  { value: 'openai', label: 'OpenAI-compatible' },
  { value: 'anthropic', label: 'Anthropic' },
];
const MODES: readonly Option[] = [
  { value: '', label: 'As the session' },
  { value: 'dontAsk', label: 'Deny what would be asked' },
  { value: 'plan', label: 'Plan: no tool that edits' },
];
const ISOLATIONS: readonly Option[] = [
  { value: '', label: 'As the session' },
  { value: 'worktree', label: 'A worktree of its own' },
  { value: 'none', label: 'The parent’s files' },
];
const STARTS: readonly Option[] = [
  { value: '', label: 'The parent waits for the result' },
  { value: 'true', label: 'In the background' },
];
const EFFORTS: readonly Option[] = [
  { value: '', label: 'The parent’s' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

/** A file may hold a word that no option has: it stays what it is until a person chooses another. */
function withTyped(options: readonly Option[], value: string): readonly Option[] {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}

interface AgentFormProps {
  readonly fields: AgentFields;
  readonly problems: readonly DraftProblem[];
  readonly skills: readonly string[];
  /** Problems of untouched fields are kept back until then. */
  readonly showAll: boolean;
  onChange(name: AgentFieldName, value: string): void;
}

/** All fields of an agent file. */
export function AgentForm({ fields, problems, skills, showAll, onChange }: AgentFormProps) {
  const models = useStore(settingsStore, ({ info }) => info)?.providers.flatMap((each) => each.models) ?? [];
  const [touched, setTouched] = useState<ReadonlySet<AgentFieldName>>(new Set());
  const of = (name: AgentFieldName) =>
    showAll || touched.has(name) || fields[name] !== '' ? problems.filter(({ field }) => field === name) : [];
  const leave = (name: AgentFieldName) => () => setTouched((before) => new Set([...before, name]));
  const text = (name: AgentFieldName, more: { placeholder?: string; list?: string; mono?: boolean } = {}) => ({
    className: `input ${more.mono ? 'mono' : ''}`,
    name,
    spellCheck: false,
    autoComplete: 'off',
    placeholder: more.placeholder,
    list: more.list,
    value: fields[name],
    onBlur: leave(name),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(name, event.currentTarget.value),
  });
  const choice = (name: AgentFieldName, options: readonly Option[]) => ({
    name,
    value: fields[name],
    options: withTyped(options, fields[name]),
    onPick: (value: string) => onChange(name, value),
  });
  return (
    <div className="agent-form">
      <AgentField label="Name" problems={of('name')} hint="How it is called; capitals make no difference.">
        {(control) => <input {...control} {...text('name', { placeholder: 'release-notes' })} data-autofocus />}
      </AgentField>
      <AgentField label="Colour" problems={of('color')}>
        {(control) => (
          <span className="agent-form__colour">
            <ColourDot color={fields.color} />
            <input {...control} {...text('color', { placeholder: 'none', list: 'agent-colours' })} />
            <datalist id="agent-colours">
              {COLOURS.map((colour) => (
                <option key={colour} value={colour} />
              ))}
            </datalist>
          </span>
        )}
      </AgentField>
      <AgentField wide label="When to use it" problems={of('description')} hint="The parent chooses by this.">
        {(control) => <textarea {...control} {...text('description')} spellCheck rows={2} />}
      </AgentField>
      <AgentField
        wide
        label="Instructions"
        problems={of('body')}
        hint="What it is and does. Its system text is made of this; Markdown."
      >
        {(control) => <textarea {...control} {...text('body')} spellCheck rows={8} />}
      </AgentField>
      <AgentField
        wide
        label="Tools"
        problems={of('tools')}
        hint="None: it reads and runs commands, and changes no files. Names of other programs’ tools are understood."
      >
        {(control) => (
          <>
            <input {...control} {...text('tools', { placeholder: 'the tools that only read, and bash', mono: true })} />
            <NameChips
              label="Tools to choose"
              value={fields.tools}
              names={TOOLS}
              onChange={(value) => onChange('tools', value)}
            />
          </>
        )}
      </AgentField>
      <AgentField label="Denied tools" problems={of('disallowedTools')} hint="Taken away, whatever stands above.">
        {(control) => <input {...control} {...text('disallowedTools', { mono: true })} />}
      </AgentField>
      <AgentField label="Permissions" problems={of('permissionMode')} hint="Can narrow what the session allows only.">
        {(control) => <Select {...control} {...choice('permissionMode', MODES)} />}
      </AgentField>
      <AgentField label="Model" problems={of('model')}>
        {(control) => (
          <>
            <input {...control} {...text('model', { placeholder: 'the parent’s', list: 'agent-models', mono: true })} />
            <datalist id="agent-models">
              {models.map((model) => (
                <option key={model} value={model} />
              ))}
            </datalist>
          </>
        )}
      </AgentField>
      <AgentField label="Provider" problems={of('provider')}>
        {(control) => <Select {...control} {...choice('provider', PROVIDERS)} />}
      </AgentField>
      <AgentField label="Steps, at most" problems={of('maxTurns')} hint="Narrows the limit of the settings.">
        {(control) => <input {...control} {...text('maxTurns', { placeholder: 'that limit' })} inputMode="numeric" />}
      </AgentField>
      <AgentField label="Effort" problems={of('effort')}>
        {(control) => <Select {...control} {...choice('effort', EFFORTS)} />}
      </AgentField>
      <AgentField label="Works in" problems={of('isolation')}>
        {(control) => <Select {...control} {...choice('isolation', ISOLATIONS)} />}
      </AgentField>
      <AgentField label="Start" problems={of('background')}>
        {(control) => <Select {...control} {...choice('background', STARTS)} />}
      </AgentField>
      <AgentField wide label="Skills" problems={of('skills')} hint="None named: all of them.">
        {(control) => (
          <>
            <input {...control} {...text('skills', { placeholder: 'all', mono: true })} />
            <NameChips
              label="Skills to choose"
              value={fields.skills}
              names={skills}
              onChange={(value) => onChange('skills', value)}
            />
          </>
        )}
      </AgentField>
    </div>
  );
}
