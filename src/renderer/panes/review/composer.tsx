import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Severity } from '../../../core/review/entries.ts';
import type { Remark } from '../../actions/review-actions.ts';
import { isMac } from '../../commands/keys.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/field.tsx';
import './review.css';

interface ComposerProps {
  readonly label: string;
  /** Unsent text is kept under this name while the window is open. */
  readonly draftKey: string;
  readonly initial?: string;
  readonly submitName?: string;
  /** What it is at first; null for a comment. */
  readonly startsAs?: Severity | null;
  /** Offers to write a finding instead. */
  readonly mayBeFinding?: boolean;
  /** A second way to send it, e.g. to the fork; only for comments. */
  readonly also?: { readonly name: string; send(text: string): Promise<boolean> };
  readonly takesFocus?: boolean;
  /** True when it was stored: only then is the text dropped. */
  onSubmit(remark: Remark): Promise<boolean>;
  onClose(): void;
}

const drafts = new Map<string, string>();

const KINDS = [
  { value: 'comment', label: 'Comment' },
  { value: 'high', label: 'Finding, high' },
  { value: 'medium', label: 'Finding, medium' },
  { value: 'low', label: 'Finding, low' },
] as const;

/** A field for a comment or a finding. Mod+Enter stores it, Escape puts it away; the text outlives both. */
export function Composer(props: ComposerProps) {
  const { label, draftKey, initial = '', submitName, mayBeFinding = false, also, takesFocus = true } = props;
  const { startsAs = null, onSubmit, onClose } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(draftKey) ?? initial);
  const [severity, setSeverity] = useState<Severity | null>(startsAs);
  const [isBusy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it comes up
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isEmpty = text.trim() === '';
  const change = (next: string) => {
    setText(next);
    drafts.set(draftKey, next);
  };
  const finish = async (work: () => Promise<boolean>) => {
    if (isEmpty || isBusy) return;
    setBusy(true);
    const isDone = await work();
    setBusy(false);
    if (!isDone) return;
    drafts.delete(draftKey);
    onClose();
  };
  const submit = () => finish(() => onSubmit({ text, severity }));
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
    else return;
    event.preventDefault();
  };
  const name = submitName ?? (severity === null ? 'Comment' : 'Add finding');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears the keys of the fields inside
    <div className="review-composer" onKeyDown={press}>
      <label className="unseen" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={3}
        placeholder={label}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <div className="review-composer__foot">
        {mayBeFinding ? (
          <Select
            aria-label="Kind"
            look="quiet"
            options={KINDS}
            value={severity ?? 'comment'}
            onPick={(value) => setSeverity(value === 'comment' ? null : (value as Severity))}
          />
        ) : null}
        <span className="review-composer__space" />
        <Button size="small" look="quiet" onClick={onClose}>
          Cancel
        </Button>
        {also && severity === null ? (
          <Button size="small" disabled={isEmpty || isBusy} onClick={() => void finish(() => also.send(text))}>
            {also.name}
          </Button>
        ) : null}
        <Button
          size="small"
          look="primary"
          disabled={isEmpty || isBusy}
          title={`${name} (${isMac() ? '⌘' : 'Ctrl+'}Enter)`}
          onClick={() => void submit()}
        >
          {name}
        </Button>
      </div>
    </div>
  );
}
