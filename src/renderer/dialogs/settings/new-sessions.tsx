import { APPROVALS, isApproval } from '../../shell/choices.ts';
import { Field, Select } from '../../ui/field.tsx';
import type { SectionProps } from './section.ts';

export function Approvals({ settings, change }: SectionProps) {
  return (
    <Field label="New sessions begin with" hint="Each session can be changed in its top bar, and with /approval.">
      {(id) => (
        <Select
          id={id}
          value={settings.approval}
          options={APPROVALS}
          onPick={(value) => isApproval(value) && void change({ approval: value })}
        />
      )}
    </Field>
  );
}

export function Budget({ settings, change }: SectionProps) {
  return (
    <Field
      label="Budget of a new session in USD"
      hint="Checked before each request. Change a running session’s with /budget."
    >
      {(id) => (
        <input
          id={id}
          className="input figures settings__short"
          type="number"
          min={0}
          step="0.01"
          placeholder="No limit"
          defaultValue={settings.budget ?? ''}
          onBlur={(event) => {
            const value = Number(event.currentTarget.value);
            const budget = value > 0 ? value : null;
            if (budget !== settings.budget) void change({ budget });
          }}
        />
      )}
    </Field>
  );
}
