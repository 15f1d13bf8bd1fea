import { structureOf } from '../../../core/graph/tree-structure.ts';
import { currentStepOf } from '../../../core/session/selectors.ts';
import type { SessionState } from '../../../core/session/state.ts';

export interface OutlineItem {
  readonly id: string;
  /** From 1. */
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly hasChildren: boolean;
}

/** The tree as a list reads, parents before their children, with what assistive technology says about each place. */
export function outlineOf(state: SessionState, collapsed: ReadonlySet<string>): OutlineItem[] {
  const { branches } = structureOf(state, collapsed);
  const levels = new Map<string, number>();
  return branches.map(({ id, parent }) => {
    const level = (parent === null ? 0 : (levels.get(parent) ?? 0)) + 1;
    levels.set(id, level);
    const siblings = branches.filter((other) => other.parent === parent).map((other) => other.id);
    const children = state.branches[id]?.children.length ?? 0;
    return { id, level, place: siblings.indexOf(id) + 1, siblings: siblings.length, hasChildren: children > 0 };
  });
}

/** What the branch does now, without the marks of a report's markdown. */
export function stepTextOf(state: SessionState, id: string): string {
  const branch = state.branches[id];
  return branch ? currentStepOf(state, branch) : '';
}
