import { useEffect, useId, useRef, useState } from 'react';
import { FRESH_MEANS, type Money, UNCACHED_MEANS } from '../../core/session/money.ts';
import { formatCost } from '../ui/format.ts';

/** Money saved, and on a press against what: a saving without its counterfactual says nothing. */
export function MoneySaved({ money }: { readonly money: Money }) {
  const [open, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event): void => {
      if (!(event.target instanceof Node && ref.current?.contains(event.target))) setOpen(false);
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [open]);
  return (
    <div ref={ref} className="total money" data-look="cache">
      <dt>Saved</dt>
      <dd>
        <button
          type="button"
          className="money__button"
          aria-expanded={open}
          aria-controls={id}
          title="Against what? Press to see"
          onClick={() => setOpen(!open)}
        >
          {formatCost(money.savedAgainstUncached)}
        </button>
        {open && <Explanation id={id} money={money} />}
      </dd>
    </div>
  );
}

function Explanation({ id, money }: { readonly id: string; readonly money: Money }) {
  const { cost, uncached, fresh, savedAgainstUncached, savedAgainstFresh } = money;
  return (
    <div id={id} className="money__why" role="dialog" aria-label="Money saved, against what">
      <p className="money__paid">
        <span>Paid for all requests</span>
        <strong>{formatCost(cost)}</strong>
      </p>
      <Counterfactual name="Without a cache" means={UNCACHED_MEANS} would={uncached} saved={savedAgainstUncached} />
      <Counterfactual name="Fresh agents with a brief" means={FRESH_MEANS} would={fresh} saved={savedAgainstFresh} />
    </div>
  );
}

interface CounterfactualProps {
  readonly name: string;
  readonly means: string;
  readonly would: number | null;
  readonly saved: number | null;
}

function Counterfactual({ name, means, would, saved }: CounterfactualProps) {
  const verdict =
    saved === null
      ? 'price unknown'
      : saved < 0
        ? `${formatCost(-saved)} cheaper that way`
        : `${formatCost(saved)} saved`;
  return (
    <section className="money__other" data-worse={saved !== null && saved < 0}>
      <h3>
        <span>{name}</span>
        <span>{would === null ? 'unknown' : formatCost(would)}</span>
      </h3>
      <p>{means}</p>
      <p className="money__verdict">{verdict}</p>
    </section>
  );
}
