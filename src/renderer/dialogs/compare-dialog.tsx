import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { branchesOf } from '../../core/session/selectors.ts';
import { compareBranches, MOST_COMPARED } from '../actions/compare-branches.ts';
import { useSessionShallow } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { plural } from '../ui/format.ts';
import { KindGlyph } from '../ui/kind-glyph.tsx';
import { StateMark } from '../ui/state-mark.tsx';

/** Chooses what stands side by side. It begins with the selected branch and its siblings: they had the same start. */
export function CompareDialog({ branch }: { readonly branch: string | null }) {
  const { closeDialog } = viewStore.getState();
  const branches = useSessionShallow(branchesOf);
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const own = branches.find(({ id }) => id === branch);
    const parent = own?.parent ?? own?.id ?? null;
    return branches
      .filter((each) => each.parent === parent && parent !== null)
      .map(({ id }) => id)
      .slice(0, 3);
  });
  const isFull = chosen.length >= MOST_COMPARED;
  const start = (): void => {
    closeDialog();
    compareBranches(branches.map(({ id }) => id).filter((id) => chosen.includes(id)));
  };
  return (
    <Dialog title="Compare branches" onClose={closeDialog}>
      <form
        className="dialogs__form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <div className="dialog__body">
          <p className="dialogs__lead">Two to {MOST_COMPARED} branches stand side by side, step beside step.</p>
          <ul className="compare-choice">
            {branches.map((each) => {
              const isChosen = chosen.includes(each.id);
              return (
                <li key={each.id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={isChosen}
                      disabled={!isChosen && isFull}
                      onChange={() =>
                        setChosen(isChosen ? chosen.filter((id) => id !== each.id) : [...chosen, each.id])
                      }
                    />
                    <StateMark status={each.status} waitingFor={each.waitingFor} />
                    <KindGlyph kind={each.kind} />
                    <span className="cut">{titleOf(each)}</span>
                  </label>
                </li>
              );
            })}
          </ul>
        </div>
        <div className="dialog__foot">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button type="submit" look="primary" data-autofocus disabled={chosen.length < 2}>
            <Columns3 aria-hidden />
            {chosen.length < 2 ? 'Compare' : `Compare ${plural(chosen.length, 'branch', 'branches')}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
