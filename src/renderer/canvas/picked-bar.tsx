import { Columns2, MessagesSquare, OctagonX, Pause, Play, X } from 'lucide-react';
import { useStore } from 'zustand';
import type { BranchAction } from '../../core/graph/branch-actions.ts';
import { actionsInView } from '../replay/actions-in-view.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { useSession } from '../stores/use-session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { abortPicked, comparePicked, openPicked, pausePicked, resumePicked } from './picked-actions.ts';

/** What can be done with all picked branches at once. */
export function PickedBar() {
  const picked = useStore(selectionStore, (selection) => selection.picked);
  // What can be paused or resumed depends on the pauses that were asked for.
  useStore(stoppedStore, (stopped) => stopped.pausing);
  const can = (action: BranchAction) => (state: Parameters<Parameters<typeof useSession>[0]>[0]) =>
    [...picked].filter((id) => {
      const branch = state.branches[id];
      return branch !== undefined && actionsInView(branch).has(action);
    }).length;
  const [abort, pause, resume] = [useSession(can('abort')), useSession(can('pause')), useSession(can('resume'))];
  return (
    <div className="tree-bar__group picked-bar" role="toolbar" aria-label="Picked branches">
      <span className="picked-bar__count figures">{picked.size} picked</span>
      <Button
        size="small"
        look="quiet"
        disabled={picked.size < 2}
        title="Compare side by side (V)"
        onClick={comparePicked}
      >
        <Columns2 aria-hidden />
        <span className="picked-bar__word">Compare</span>
      </Button>
      <Button size="small" look="quiet" title="Open all transcripts (Enter)" onClick={openPicked}>
        <MessagesSquare aria-hidden />
        <span className="picked-bar__word">Open</span>
      </Button>
      {pause > 0 && (
        <Button size="small" look="quiet" title="Pause at their next step (P)" onClick={pausePicked}>
          <Pause aria-hidden />
          Pause {pause}
        </Button>
      )}
      {resume > 0 && (
        <Button size="small" look="quiet" title="Resume (P)" onClick={resumePicked}>
          <Play aria-hidden />
          Resume {resume}
        </Button>
      )}
      {abort > 0 && (
        <Button size="small" look="quiet" className="abort-all" title="Abort (X)" onClick={abortPicked}>
          <OctagonX aria-hidden />
          Abort {abort}
        </Button>
      )}
      <IconButton
        size="small"
        name="Pick none"
        command="picked.clear"
        onClick={() => selectionStore.getState().clear()}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  );
}
