import { lineageOf } from '../../core/graph/lineage.ts';
import { usePresent } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';

/** Who asks: the branches from the root down to it. A press shows it in the tree. */
export function Lineage({ branch }: { readonly branch: string }) {
  const path = usePresent((state) => lineageOf(state, branch).map(titleOf).join(' › '));
  return (
    <button
      type="button"
      className="lineage cut"
      title={`${path} (show it in the tree)`}
      onClick={() => viewStore.getState().focusCard(branch)}
    >
      {path}
    </button>
  );
}
