import { useId } from 'react';
import './fork.css';

interface ReadOnlyChoiceProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Forks that may look but not touch. Their tools stay declared, so the prefix stays whole. */
export function ReadOnlyChoice({ checked, onChange }: ReadOnlyChoiceProps) {
  const hint = useId();
  return (
    <div className="fork-choice">
      <label>
        <input
          type="checkbox"
          aria-describedby={hint}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        Read only
      </label>
      <span id={hint} className="fork-choice__hint">
        They read and search; edits and commands are refused.
      </span>
    </div>
  );
}
