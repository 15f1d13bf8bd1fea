import type { BranchState, SessionState } from '../session/state.ts';
import { structureOf } from './tree-structure.ts';

/** The branches from the root down to this one, this one included. */
export function lineageOf(state: SessionState, id: string): BranchState[] {
  const lineage: BranchState[] = [];
  const seen = new Set<string>();
  let current: string | null = id;
  while (current !== null && !seen.has(current)) {
    seen.add(current);
    const branch: BranchState | undefined = state.branches[current];
    if (!branch) break;
    lineage.unshift(branch);
    current = branch.parent;
  }
  return lineage;
}

export type Step = 'parent' | 'child' | 'next' | 'previous' | 'above' | 'below';

/**
 * Where one step through the tree leads; null when there is nothing that way. `next` and `previous` go on to cousins
 * of the same depth, so that a whole row can be walked; `above` and `below` walk the tree as a list reads.
 */
export function neighbourOf(
  state: SessionState,
  id: string,
  step: Step,
  collapsed: ReadonlySet<string>,
  left: ReadonlySet<string> = new Set(),
): string | null {
  const branch = state.branches[id];
  if (!branch) return null;
  if (step === 'parent') return branch.parent;
  if (step === 'child') return collapsed.has(id) ? null : (branch.children.find((child) => !left.has(child)) ?? null);
  const asList = step === 'above' || step === 'below';
  const row = asList
    ? structureOf(state, collapsed, left).branches.map((each) => each.id)
    : rowOf(state, id, collapsed).filter((each) => !left.has(each));
  const at = row.indexOf(id);
  return row[step === 'next' || step === 'below' ? at + 1 : at - 1] ?? null;
}

/** The shown branches of the same depth, in the order in which they stand on screen. */
function rowOf(state: SessionState, id: string, collapsed: ReadonlySet<string>): string[] {
  const lineage = lineageOf(state, id);
  const root = lineage[0];
  if (!root) return [];
  let row = [root.id];
  for (let depth = 1; depth < lineage.length; depth++) {
    row = row.flatMap((parent) => (collapsed.has(parent) ? [] : [...(state.branches[parent]?.children ?? [])]));
  }
  return row;
}
