import { useStore } from 'zustand';
import { isFiltering } from '../../core/graph/tree-filter.ts';
import { useSession } from '../stores/use-session.ts';
import { isDimmed, treeViewStore } from './tree-view-store.ts';

/** True while a branch is not what the person looks for. Changes only with the answer, not with the branch. */
export function useDimmed(id: string): boolean {
  const filter = useStore(treeViewStore, (view) => view.filter);
  const pinned = useStore(treeViewStore, (view) => view.pinned);
  return useSession(({ branches, prompts }) => {
    const branch = branches[id];
    if (!branch || !isFiltering(filter)) return false;
    return isDimmed(
      { filter, pinned },
      branch,
      prompts.some((prompt) => prompt.branch === id),
    );
  });
}
