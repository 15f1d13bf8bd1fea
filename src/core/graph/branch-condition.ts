import type { BranchStatus } from '../session/events.ts';
import type { BranchState, SessionState } from '../session/state.ts';

/** A branch's state as a person tells them apart: a wait for an answer is not a wait for a fork. */
export type Condition = Exclude<BranchStatus, 'waiting'> | 'asks' | 'waiting';

/** The most urgent first: what needs a person, what went wrong, what stands still, what goes on, what is done. */
export const CONDITIONS = [
  'asks',
  'failed',
  'interrupted',
  'paused',
  'held',
  'waiting',
  'starting',
  'running',
  'completed',
] as const satisfies readonly Condition[];

type Conditioned = Pick<BranchState, 'status' | 'waitingFor'>;

/** `asks` is true when a permission prompt of this branch is open; its status may lag behind by one event. */
export function conditionOf({ status, waitingFor }: Conditioned, asks: boolean): Condition {
  if (asks || (status === 'waiting' && waitingFor === 'permission')) return 'asks';
  return status;
}

/** The more urgent of the given ones; null when there are none. */
export function worstOf(conditions: Iterable<Condition>): Condition | null {
  let worst: number | null = null;
  for (const condition of conditions) {
    const rank = CONDITIONS.indexOf(condition);
    if (worst === null || rank < worst) worst = rank;
  }
  return worst === null ? null : (CONDITIONS[worst] ?? null);
}

/** Branches with an open prompt. */
export function askingBranches(state: SessionState): ReadonlySet<string> {
  return new Set(state.prompts.map((prompt) => prompt.branch));
}

/** How many branches are in each condition; a condition nobody is in is left out. The most urgent stands first. */
export function countConditions(state: SessionState): ReadonlyMap<Condition, number> {
  const asking = askingBranches(state);
  const counts = new Map<Condition, number>();
  for (const id of state.order) {
    const branch = state.branches[id];
    if (!branch) continue;
    const condition = conditionOf(branch, asking.has(id));
    counts.set(condition, (counts.get(condition) ?? 0) + 1);
  }
  return new Map(CONDITIONS.flatMap((each) => (counts.has(each) ? [[each, counts.get(each) ?? 0] as const] : [])));
}
