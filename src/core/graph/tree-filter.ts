import type { BranchKind } from '../session/events.ts';
import type { BranchState, SessionState } from '../session/state.ts';
import { askingBranches, type Condition, conditionOf } from './branch-condition.ts';

/** What a person looks for. An empty set lets every state, or every kind, pass. */
export interface TreeFilter {
  readonly conditions: ReadonlySet<Condition>;
  readonly kinds: ReadonlySet<BranchKind>;
  /** Words that must all occur, in any case. */
  readonly text: string;
}

export const NO_FILTER: TreeFilter = { conditions: new Set(), kinds: new Set(), text: '' };

export function isFiltering(filter: TreeFilter): boolean {
  return filter.conditions.size > 0 || filter.kinds.size > 0 || filter.text.trim() !== '';
}

export function passesFilter(branch: BranchState, asks: boolean, filter: TreeFilter): boolean {
  const { conditions, kinds } = filter;
  if (conditions.size > 0 && !conditions.has(conditionOf(branch, asks))) return false;
  if (kinds.size > 0 && !kinds.has(branch.kind)) return false;
  return containsWords(branch, filter.text);
}

/** Looks at what a card and its first message say: title, id, directive, model, changed files. */
function containsWords(branch: BranchState, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { title, id, kind, directive, model, worktree } = branch;
  const said = [title, id, kind, directive ?? '', model, ...(worktree?.paths ?? [])].join('\n').toLowerCase();
  return words.every((word) => said.includes(word));
}

/** All branches that pass, in the order of their birth. */
export function passingBranches(state: SessionState, filter: TreeFilter): string[] {
  const asking = askingBranches(state);
  return state.order.filter((id) => {
    const branch = state.branches[id];
    return branch !== undefined && passesFilter(branch, asking.has(id), filter);
  });
}

export interface HidingChoice {
  /** True hides branches that have ended, unless something below them still goes on. */
  readonly finished: boolean;
  /** Hides what does not pass; null hides nothing by it. */
  readonly others: TreeFilter | null;
  /** Shown whatever the choice is. */
  readonly pinned: ReadonlySet<string>;
}

const ENDED: ReadonlySet<Condition> = new Set<Condition>(['completed', 'failed', 'interrupted']);

/**
 * Branches that a choice hides: those it does not want and that lead to none it wants. A root is never hidden, so that
 * the tree keeps its top.
 */
export function hiddenBranches(state: SessionState, choice: HidingChoice): ReadonlySet<string> {
  const { finished, others, pinned } = choice;
  const hidden = new Set<string>();
  if (!finished && others === null) return hidden;
  const asking = askingBranches(state);
  const isWanted = (branch: BranchState): boolean => {
    if (branch.parent === null || pinned.has(branch.id)) return true;
    if (finished && ENDED.has(conditionOf(branch, asking.has(branch.id)))) return false;
    return others === null || passesFilter(branch, asking.has(branch.id), others);
  };
  // A child is always born after its parent: from the youngest on, children are decided before their parent.
  const kept = new Set<string>();
  for (const id of [...state.order].reverse()) {
    const branch = state.branches[id];
    if (!branch) continue;
    if (isWanted(branch) || branch.children.some((child) => kept.has(child))) kept.add(id);
    else hidden.add(id);
  }
  return hidden;
}
