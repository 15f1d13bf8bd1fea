import { createStore } from 'zustand/vanilla';
import type { Condition } from '../../core/graph/branch-condition.ts';
import { isFiltering, NO_FILTER, passesFilter, type TreeFilter } from '../../core/graph/tree-filter.ts';
import type { BranchKind } from '../../core/session/events.ts';
import type { BranchState } from '../../core/session/state.ts';

export interface TreeView {
  readonly filter: TreeFilter;
  readonly searchOpen: boolean;
  /** Counts up when the search field should take the focus. */
  readonly searchFocus: number;
  readonly hidesFinished: boolean;
  /** True hides what does not pass the filter; false only dims it, so that nothing moves. */
  readonly hidesOthers: boolean;
  /** Branches that are always shown, and never dimmed. */
  readonly pinned: ReadonlySet<string>;
  toggleCondition(condition: Condition): void;
  toggleKind(kind: BranchKind): void;
  setText(text: string): void;
  openSearch(): void;
  /** Ends search and filter. */
  clear(): void;
  toggleFinished(): void;
  toggleOthers(): void;
  togglePin(branch: string): void;
}

/** Which branches of the tree a person wants to see. */
export const treeViewStore = createStore<TreeView>()((set, get) => {
  const setFilter = (change: Partial<TreeFilter>): void => set({ filter: { ...get().filter, ...change } });
  return {
    filter: NO_FILTER,
    searchOpen: false,
    searchFocus: 0,
    hidesFinished: false,
    hidesOthers: false,
    pinned: new Set(),
    toggleCondition: (condition) => setFilter({ conditions: toggled(get().filter.conditions, condition) }),
    toggleKind: (kind) => setFilter({ kinds: toggled(get().filter.kinds, kind) }),
    setText: (text) => setFilter({ text }),
    openSearch: () => set({ searchOpen: true, searchFocus: get().searchFocus + 1 }),
    clear: () => set({ filter: NO_FILTER, searchOpen: false }),
    toggleFinished: () => set({ hidesFinished: !get().hidesFinished }),
    toggleOthers: () => set({ hidesOthers: !get().hidesOthers }),
    togglePin: (branch) => set({ pinned: toggled(get().pinned, branch) }),
  };
});

function toggled<T>(items: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}

/** True for a branch that is still shown but not what the person looks for. */
export function isDimmed(
  { filter, pinned }: Pick<TreeView, 'filter' | 'pinned'>,
  branch: BranchState,
  asks: boolean,
): boolean {
  return isFiltering(filter) && !pinned.has(branch.id) && !passesFilter(branch, asks, filter);
}
