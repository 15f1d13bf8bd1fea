import { CircleCheck, GitMerge, TriangleAlert } from 'lucide-react';
import type { MergeStep } from '../../../core/worktree/merge-order.ts';
import { openPane } from '../../dock/open-pane.ts';
import { Button } from '../../ui/button.tsx';

interface MergeOrderListProps {
  readonly order: readonly MergeStep[];
  readonly nameOf: (id: string) => string;
}

/** The order of merging that conflicts least, and why each stands where it does. */
export function MergeOrderList({ order, nameOf }: MergeOrderListProps) {
  if (order.length === 0) return null;
  return (
    <section className="merge-order" aria-label="Suggested order of merging">
      <h3>Merge in this order</h3>
      <ol>
        {order.map(({ id, isClean, reason }) => (
          <li key={id} data-clean={isClean}>
            {isClean ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
            <span className="merge-order__text">
              <strong className="cut">{nameOf(id)}</strong>
              <span>{reason}</span>
            </span>
            <Button size="small" aria-label={`Merge ${nameOf(id)}…`} onClick={() => openPane('merge', id)}>
              <GitMerge aria-hidden />
              Merge…
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
