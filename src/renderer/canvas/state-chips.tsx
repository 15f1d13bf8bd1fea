import { useStore } from 'zustand';
import { type Condition, countConditions } from '../../core/graph/branch-condition.ts';
import { passingBranches } from '../../core/graph/tree-filter.ts';
import { sessionStore } from '../stores/session-store.ts';
import { useSessionShallow } from '../stores/use-session.ts';
import { ConditionMark, conditionWord } from '../ui/condition-mark.tsx';
import { plural } from '../ui/format.ts';
import { canvasStore } from './canvas-store.ts';
import { treeViewStore } from './tree-view-store.ts';

/** How many branches are in which state. A press looks for them: the others are dimmed, and the view goes there. */
export function StateChips() {
  const counts = useSessionShallow((state) => [...countConditions(state)].map(([each, count]) => `${each} ${count}`));
  const conditions = useStore(treeViewStore, (view) => view.filter.conditions);
  return (
    <fieldset className="state-chips" aria-label="Branches by state">
      {counts.map((entry) => {
        const [name = '', count = ''] = entry.split(' ');
        const condition = name as Condition;
        const word = conditionWord(condition);
        return (
          <button
            key={condition}
            type="button"
            className="state-chip"
            aria-pressed={conditions.has(condition)}
            aria-label={`${word} ${count}`}
            title={`${word}: ${plural(Number(count), 'branch', 'branches')}. Press to see only these`}
            onClick={() => lookFor(condition)}
          >
            <ConditionMark condition={condition} />
            <span className="state-chip__word">{word}</span> <span className="figures">{count}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

function lookFor(condition: Condition): void {
  treeViewStore.getState().toggleCondition(condition);
  const { filter } = treeViewStore.getState();
  if (filter.conditions.size === 0) canvasStore.getState().fit();
  else canvasStore.getState().focusOn(passingBranches(sessionStore.getState().state, filter));
}
