import { useStore } from 'zustand';
import type { Lane } from '../../core/replay/block.ts';
import { useBranch, useOpenSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { plural } from '../ui/format.ts';
import { KindGlyph, kindName } from '../ui/kind-glyph.tsx';
import { StateMark, stateWord } from '../ui/state-mark.tsx';
import { LANE } from './geometry.ts';

/** Pixels that a branch is moved in for each branch above it, and how far that goes. */
const INDENT = 12;
const DEEPEST = 5;

/** The branches on the left of the lanes, in the order of the tree, each in the state that it had at the playhead. */
export function LaneTitles({ lanes }: { readonly lanes: readonly Lane[] }) {
  const log = useOpenSession((open) => open.log);
  return (
    <ul className="timeline__titles" aria-label="Branches on the timeline">
      {lanes.map((lane) => (
        <LaneTitle key={lane.branch} lane={lane} depth={log.lanes.depthOf(lane)} />
      ))}
    </ul>
  );
}

function LaneTitle({ lane, depth }: { readonly lane: Lane; readonly depth: number }) {
  const branch = useBranch(lane.branch);
  const isSelected = useStore(viewStore, (view) => view.selected === lane.branch);
  const title = titleOf({ ...lane, id: lane.branch });
  const state = branch ? stateWord(branch.status, branch.waitingFor) : 'not born yet';
  return (
    <li className="lane-title" style={{ height: LANE }} data-selected={isSelected} data-unborn={branch === null}>
      <button
        type="button"
        className="lane-title__button"
        style={{ paddingLeft: 12 + Math.min(DEEPEST, depth) * INDENT }}
        aria-pressed={isSelected}
        aria-label={`${kindName(lane.kind)}: ${title}. ${state}. ${plural(lane.work.blocks.length, 'block')} of work.`}
        title={title}
        onClick={() => viewStore.getState().select(lane.branch)}
      >
        {branch ? (
          <StateMark status={branch.status} waitingFor={branch.waitingFor} />
        ) : (
          <span className="lane-title__unborn" aria-hidden />
        )}
        <span className="cut">{title}</span>
        <KindGlyph kind={lane.kind} />
      </button>
    </li>
  );
}
