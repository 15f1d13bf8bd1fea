import { ChevronDown } from 'lucide-react';
import { type ReactNode, type SelectHTMLAttributes, useId } from 'react';
import './controls.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly children: (id: string) => ReactNode;
}

/** A control with its label above and, where it helps, one line below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      {hint !== undefined && <span className="field__hint">{hint}</span>}
    </div>
  );
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly look?: 'plain' | 'quiet';
  readonly onPick: (value: string) => void;
}

export function Select({ options, look = 'plain', onPick, className = '', ...rest }: SelectProps) {
  return (
    <span className="select-box">
      <select
        className={`select select--${look} ${className}`}
        onChange={(event) => onPick(event.currentTarget.value)}
        {...rest}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </span>
  );
}
