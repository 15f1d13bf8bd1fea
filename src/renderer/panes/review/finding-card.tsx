import { Flag, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FindingState, Severity } from '../../../core/review/entries.ts';
import type { Finding } from '../../../core/review/state.ts';
import { changeFinding, removeFinding } from '../../actions/review-actions.ts';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import './review.css';

const SEVERITIES: readonly { readonly value: Severity; readonly label: string }[] = [
  { value: 'high', label: 'High' },
  { value: 'medium', label: 'Medium' },
  { value: 'low', label: 'Low' },
];
const STATES: readonly { readonly value: FindingState; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'wont-fix', label: "Won't fix" },
];

/** A finding with its severity and state, both to be changed in place. */
export function FindingCard({ finding, children }: { finding: Finding; children?: ReactNode }) {
  const { id, title, severity, state } = finding;
  return (
    <article
      className={`review-card review-finding is-${severity} ${state === 'open' ? '' : 'is-done'}`}
      aria-label={`Finding: ${title}`}
      data-finding={id}
    >
      {children}
      <div className="review-finding__head">
        <Flag aria-hidden />
        <p className="plain-text">{title}</p>
      </div>
      <div className="review-card__foot">
        <Select
          aria-label="Severity"
          look="quiet"
          options={SEVERITIES}
          value={severity}
          onPick={(value) => void changeFinding(id, { severity: value as Severity })}
        />
        <Select
          aria-label="State"
          look="quiet"
          options={STATES}
          value={state}
          onPick={(value) => void changeFinding(id, { state: value as FindingState })}
        />
        <span className="review-composer__space" />
        <IconButton size="small" look="danger" name="Delete the finding" onClick={() => void removeFinding(id)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </article>
  );
}
