import type { Condition } from '../../core/graph/branch-condition.ts';
import type { BranchStatus, WaitingFor } from '../../core/session/events.ts';
import { StateMark, stateWord } from './state-mark.tsx';

/** The state that a condition is drawn as. */
function stateOf(condition: Condition): { readonly status: BranchStatus; readonly waitingFor: WaitingFor | null } {
  if (condition === 'asks') return { status: 'waiting', waitingFor: 'permission' };
  return { status: condition, waitingFor: null };
}

export function ConditionMark({ condition }: { readonly condition: Condition }) {
  return <StateMark {...stateOf(condition)} />;
}

export function conditionWord(condition: Condition): string {
  const { status, waitingFor } = stateOf(condition);
  return stateWord(status, waitingFor);
}
