import { ChevronUp } from 'lucide-react';
import { useStore } from 'zustand';
import { worstBelow } from '../../core/graph/below.ts';
import { type Condition, worstOf } from '../../core/graph/branch-condition.ts';
import { useSession } from '../stores/use-session.ts';
import { ConditionMark, conditionWord } from '../ui/condition-mark.tsx';
import { plural } from '../ui/format.ts';
import { canvasStore } from './canvas-store.ts';
import { treeViewStore } from './tree-view-store.ts';

/** What hangs below a card: collapses it, or says how much is hidden there and how the worst of it fares. */
export function CardBelow({ id, hidden }: { readonly id: string; readonly hidden: number }) {
  const collapsed = useStore(canvasStore, (canvas) => canvas.collapsed.has(id));
  const worst = useSession((state): Condition | null =>
    hidden === 0 ? null : worstOf([worstBelow(state, id) ?? 'completed']),
  );
  if (hidden === 0) {
    return (
      <button
        type="button"
        className="card__below card__below--open nodrag"
        tabIndex={-1}
        title="Collapse what is below (C)"
        aria-label="Collapse what is below"
        onClick={() => canvasStore.getState().toggleCollapsed(id)}
      >
        <ChevronUp aria-hidden />
      </button>
    );
  }
  const what = `${plural(hidden, 'branch', 'branches')} ${collapsed ? 'collapsed' : 'not shown'}`;
  return (
    <button
      type="button"
      className="card__below nodrag"
      title={`${what}; the most urgent: ${worst ? conditionWord(worst) : ''}. ${collapsed ? 'Open (C)' : 'Show all'}`}
      aria-label={`Show ${hidden} hidden branches`}
      onClick={() => show(id, collapsed)}
    >
      {worst && <ConditionMark condition={worst} />}
      <span className="figures">+{hidden}</span>
    </button>
  );
}

function show(id: string, collapsed: boolean): void {
  if (collapsed) {
    canvasStore.getState().toggleCollapsed(id);
    return;
  }
  const { hidesFinished, hidesOthers } = treeViewStore.getState();
  if (hidesFinished) treeViewStore.getState().toggleFinished();
  if (hidesOthers) treeViewStore.getState().toggleOthers();
}
