import { useId } from 'react';
import { Field } from '../ui/field.tsx';

interface ModelFieldProps {
  readonly models: readonly string[];
  readonly value: string;
  readonly onChange: (model: string) => void;
}

/** A model by name: the known ones are offered, any other may be typed. Empty means the provider's first. */
export function ModelField({ models, value, onChange }: ModelFieldProps) {
  const list = useId();
  return (
    <Field label="Model">
      {(id) => (
        <>
          <input
            id={id}
            className="input"
            list={list}
            spellCheck={false}
            placeholder={models[0] ?? 'The provider’s default'}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
