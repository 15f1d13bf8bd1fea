import type { LucideIcon } from 'lucide-react';

interface ChoiceProps<T extends string> {
  readonly name: string;
  readonly choices: readonly { readonly value: T; readonly label: string; readonly Icon: LucideIcon }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** One of a few, all in sight. */
export function Choice<T extends string>({ name, choices, value: chosen, onChoose }: ChoiceProps<T>) {
  return (
    <div className="field">
      <span className="field__label">{name}</span>
      <div className="segmented" role="radiogroup" aria-label={name}>
        {choices.map(({ value, label, Icon }) => (
          <label key={value}>
            <input type="radio" name={name} checked={chosen === value} onChange={() => onChoose(value)} />
            <Icon aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </div>
  );
}
