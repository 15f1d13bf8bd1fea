import type { BranchKind } from '../session/events.ts';
import type { SessionState } from '../session/state.ts';

/** What the tree is made of: nothing in here changes when numbers or states change. */
export interface TreeBranch {
  readonly id: string;
  readonly parent: string | null;
  readonly kind: BranchKind;
  /** Branches below it that are not shown: it was collapsed, or they were filtered away; 0 when all are shown. */
  readonly hidden: number;
}

export interface TreeEdge {
  readonly id: string;
  readonly parent: string;
  readonly child: string;
}

export interface TreeStructure {
  /** Parents stand before their children, siblings in the order of their birth. */
  readonly branches: readonly TreeBranch[];
  readonly edges: readonly TreeEdge[];
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * The shown branches and the edges between them. A collapsed branch hides everything below it; `left` are branches that
 * a person chose not to see (see `hiddenBranches`), counted on the nearest branch above that is shown.
 */
export function structureOf(
  state: SessionState,
  collapsed: ReadonlySet<string>,
  left: ReadonlySet<string> = NOTHING,
): TreeStructure {
  const branches: TreeBranch[] = [];
  const edges: TreeEdge[] = [];
  const visit = (id: string): void => {
    const branch = state.branches[id];
    if (!branch) return;
    const isAway = (child: string): boolean => collapsed.has(id) || left.has(child);
    const away = branch.children.filter(isAway);
    const hidden = away.reduce((sum, child) => sum + 1 + descendantsOf(state, child).length, 0);
    branches.push({ id, parent: branch.parent, kind: branch.kind, hidden });
    if (branch.parent !== null) edges.push({ id: edgeId(id), parent: branch.parent, child: id });
    for (const child of branch.children) if (!isAway(child)) visit(child);
  };
  for (const id of state.order) {
    const branch = state.branches[id];
    if (branch && (branch.parent === null || !state.branches[branch.parent])) visit(id);
  }
  return { branches, edges: edges.filter((edge) => state.branches[edge.parent]) };
}

/** An edge is named after its child: every branch has one parent at most. */
export function edgeId(child: string): string {
  return `edge-${child}`;
}

/** All branches below one, parents before children. */
export function descendantsOf(state: SessionState, id: string): string[] {
  const found: string[] = [];
  const visit = (current: string): void => {
    for (const child of state.branches[current]?.children ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(id);
  return found;
}

/** A short text that is equal exactly when two states have the same shown tree. Cheap enough for every batch. */
export function structureKey(
  state: SessionState,
  collapsed: ReadonlySet<string>,
  left: ReadonlySet<string> = NOTHING,
): string {
  const sorted = (ids: ReadonlySet<string>): string => [...ids].sort().join('\n');
  return `${state.order.join('\n')}\n\n${sorted(collapsed)}\n\n${sorted(left)}`;
}
