import { Flag, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FindingState, Severity } from '../../../core/review/entries.ts';
import type { Finding } from '../../../core/review/state.ts';
import { changeFinding, removeFinding } from '../../actions/review-actions.ts';
import { reviewStore } from '../../stores/review-store.ts';
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

/** A finding with its severity and state, both to be changed in place where the review may be written. */
export function FindingCard({ finding, children }: { finding: Finding; children?: ReactNode }) {
  const { id, title, severity, state } = finding;
  const mayWrite = useStore(reviewStore, (review) => review.mayWrite);
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
      {mayWrite ? <FindingFoot finding={finding} /> : <p className="review-finding__facts">{findingWords(finding)}</p>}
    </article>
  );
}

/** Its severity and its state, e.g. `High severity · open`. */
export function findingWords({ severity, state }: Pick<Finding, 'severity' | 'state'>): string {
  const labelOf = (of: readonly { readonly value: string; readonly label: string }[], value: string) =>
    of.find((each) => each.value === value)?.label ?? value;
  return `${labelOf(SEVERITIES, severity)} severity · ${labelOf(STATES, state).toLowerCase()}`;
}

function FindingFoot({ finding: { id, severity, state } }: { finding: Finding }) {
  return (
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
  );
}
