import { OctagonX, Pause, X } from 'lucide-react';
import { useStore } from 'zustand';
import { resumeStopped } from '../actions/bulk-actions.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { useSession } from '../stores/use-session.ts';
import { titleOf } from '../ui/branch-title.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { plural } from '../ui/format.ts';

/** What the last "abort all" or "pause all" stopped, by name, and the way to resume just those. */
export function StoppedLine() {
  const last = useStore(stoppedStore, (stopped) => stopped.last);
  const names = useSession((state) => namesOf(state.branches, last?.branches ?? []).join(', '));
  const left = useSession((state) => namesOf(state.branches, last?.left ?? []).join(', '));
  if (!last) return null;
  const count = last.branches.length;
  const what = last.how === 'aborted' ? 'Aborted' : 'Pausing at the next step:';
  return (
    <section className="notice stopped" aria-label="What was stopped">
      {last.how === 'aborted' ? <OctagonX aria-hidden /> : <Pause aria-hidden />}
      <div className="notice__text">
        <strong className="notice__branch">
          {what} {plural(count, 'branch', 'branches')}
        </strong>
        <span className="stopped__names" title={names}>
          {names}
        </span>
        {left !== '' && <span className="stopped__left">Not stopped: {left}</span>}
      </div>
      {count > 0 && (
        <Button size="small" onClick={() => void resumeStopped()}>
          Resume just {count === 1 ? 'this one' : 'those'}
        </Button>
      )}
      <IconButton size="small" name="Dismiss" onClick={() => stoppedStore.getState().forget()}>
        <X aria-hidden />
      </IconButton>
    </section>
  );
}

type Branches = { readonly [id: string]: Parameters<typeof titleOf>[0] | undefined };

function namesOf(branches: Branches, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const branch = branches[id];
    return branch ? [titleOf({ ...branch, id })] : [];
  });
}
