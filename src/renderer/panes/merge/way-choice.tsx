import { useId } from 'react';
import type { MergeWay } from '../../../core/worktree/merge-plan.ts';
import type { MergeDraft } from '../../stores/merge-store.ts';
import { Field } from '../../ui/field.tsx';

const WAYS: readonly { readonly way: MergeWay; readonly name: string; readonly hint: string }[] = [
  { way: 'changes', name: 'Uncommitted', hint: 'Files only: nothing is committed, nothing is staged.' },
  { way: 'commit', name: 'One commit', hint: 'One commit on your branch, made under your name.' },
  { way: 'commits', name: 'Own commits', hint: "The fork's own commits, put on top of your branch." },
];

export const APPLY_WORDS: { readonly [W in MergeWay]: string } = {
  changes: 'Merge as uncommitted changes',
  commit: 'Merge as one commit',
  commits: 'Merge its commits',
};

interface WayChoiceProps {
  /** A bundle carries what a fork changed, not its commits. */
  readonly hasCommits: boolean;
  readonly way: MergeWay;
  /** Null: as proposed. */
  readonly message: string | null;
  readonly proposed: string;
  onChange(change: Partial<MergeDraft>): void;
}

/** How the work arrives, and the message where there is one to write. */
export function WayChoice({ hasCommits, way, message, proposed, onChange }: WayChoiceProps) {
  const name = useId();
  return (
    <>
      <fieldset className="way">
        <legend className="unseen">How it arrives</legend>
        <div className="segmented">
          {WAYS.filter((each) => hasCommits || each.way !== 'commits').map((each) => (
            <label key={each.way} title={each.hint}>
              <input type="radio" name={name} checked={each.way === way} onChange={() => onChange({ way: each.way })} />
              {each.name}
            </label>
          ))}
        </div>
        <p className="plan__lead">{WAYS.find((each) => each.way === way)?.hint}</p>
      </fieldset>
      {way === 'commit' && (
        <Field label="Commit message" hint="Proposed from the fork's report.">
          {(id) => (
            <textarea
              id={id}
              className="input way__message"
              rows={6}
              value={message ?? proposed}
              onChange={(event) => onChange({ message: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}
