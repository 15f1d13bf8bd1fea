import { type ReactNode, useId } from 'react';
import type { DraftProblem } from '../../../shared/agent-calls.ts';
import '../../ui/controls.css';

/** What a control gets from its field. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface AgentFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly wide?: boolean;
  readonly problems: readonly DraftProblem[];
  readonly children: (control: FieldControl) => ReactNode;
}

/** A control with its label, and below it what is wrong with it, or else a line of help. */
export function AgentField({ label, hint = '', wide = false, problems, children }: AgentFieldProps) {
  const id = useId();
  const isInvalid = problems.some(({ severity }) => severity === 'error');
  return (
    <div className={`field ${wide ? 'is-wide' : ''}`}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-more`, 'aria-invalid': isInvalid })}
      <div id={`${id}-more`} className="agent-field__more" aria-live="polite">
        {problems.length === 0 ? (
          <span className="field__hint">{hint}</span>
        ) : (
          problems.map(({ severity, reason }) => (
            <span key={reason} className="agent-field__problem" data-severity={severity}>
              {reason}
            </span>
          ))
        )}
      </div>
    </div>
  );
}
