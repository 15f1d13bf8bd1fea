import type { NodeProps } from '@xyflow/react';
import { type CSSProperties, type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { hasEnded } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { openPane } from '../dock/open-pane.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { useBranch, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost } from '../ui/format.ts';
import { kindName } from '../ui/kind-glyph.tsx';
import { shownState, stateWord } from '../ui/state-mark.tsx';
import { CardActions } from './card-actions.tsx';
import { CardBelow } from './card-below.tsx';
import { CardDot } from './card-dot.tsx';
import { CardHead } from './card-head.tsx';
import { CardMenu } from './card-menu.tsx';
import { type CardNode, HANDLES, type HandleSpot } from './card-node.ts';
import { CardNumbers } from './card-numbers.tsx';
import { CardStep } from './card-step.tsx';
import { CardTail } from './card-tail.tsx';
import { countRender } from './count-renders.ts';
import { treeViewStore } from './tree-view-store.ts';
import { useDimmed } from './use-dimmed.ts';
import { useZoomLevel } from './zoom-level.ts';
import './branch-card.css';
import './card-levels.css';

/** One branch on the canvas. Renders again when its own branch, selection or level of detail changes, nothing else. */
export const BranchCard = memo(function BranchCard({ id, data }: NodeProps<CardNode>) {
  countRender('card', id);
  const { source, target } = HANDLES[data.direction];
  const branch = useBranch(id);
  const level = useZoomLevel();
  const selected = useStore(viewStore, (view) => view.selected === id);
  const picked = useStore(selectionStore, (selection) => selection.picked.has(id));
  const pinned = useStore(treeViewStore, (view) => view.pinned.has(id));
  const dimmed = useDimmed(id);
  const isTabStop = useStore(viewStore, (view) =>
    view.selected === null ? branch?.parent === null : view.selected === id,
  );
  const asks = useSession((state) => state.prompts.some((prompt) => prompt.branch === id));
  const ref = useFocusWhenWished(id);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  if (!branch) return null;
  return (
    <>
      {branch.parent !== null && <CardHandle type="target" spot={target} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is one branch with its controls */}
      <div
        ref={ref}
        role="group"
        aria-label={spokenName(branch, picked)}
        // Arrow keys walk from card to card; Tab reaches one of them: the selected one, else the root.
        tabIndex={isTabStop ? 0 : -1}
        data-branch={id}
        data-status={shownState(asks ? 'waiting' : branch.status, asks ? 'permission' : branch.waitingFor)}
        data-level={level}
        data-selected={selected}
        data-picked={picked}
        data-dimmed={dimmed}
        data-asks={asks}
        data-ended={hasEnded(branch)}
        data-grew={data.grewFrom !== null}
        className={`card card--${branch.kind}`}
        style={growStyle(data.grewFrom)}
        onClick={(event) => choose(event, id)}
        onFocus={(event) => {
          if (event.target === event.currentTarget) viewStore.getState().select(id);
        }}
        onDoubleClick={() => openPane('transcript', id)}
        onContextMenu={(event) => {
          event.preventDefault();
          viewStore.getState().select(id);
          setMenuAt({ x: event.clientX, y: event.clientY });
        }}
        onKeyDown={() => {}}
      >
        {level === 'far' ? (
          <CardDot branch={branch} asks={asks} />
        ) : (
          <>
            <CardHead branch={branch} asks={asks} pinned={pinned} />
            {level === 'tail' && !asks ? <CardTail branch={branch} /> : <CardStep branch={branch} />}
            <CardNumbers branch={branch} />
            <CardActions branch={branch} asks={asks} onMenu={setMenuAt} />
          </>
        )}
        {branch.children.length > 0 && <CardBelow id={id} hidden={data.hidden} />}
      </div>
      {menuAt && <CardMenu branch={branch} at={menuAt} onClose={() => setMenuAt(null)} />}
      <CardHandle type="source" spot={source} />
    </>
  );
});

/**
 * Where React Flow finds the ends of edges when it measures a card. Its own handles are for connecting by hand; each of
 * them would listen to every change of its store.
 */
function CardHandle({ type, spot }: { readonly type: 'source' | 'target'; readonly spot: HandleSpot }) {
  const { position, x, y } = spot;
  return (
    <div
      className={`react-flow__handle react-flow__handle-${position} ${type} card-handle`}
      data-handlepos={position}
      style={{ left: x, top: y }}
    />
  );
}

/** A plain click selects one branch; with Shift, Ctrl or Command it adds the branch to what is picked. */
function choose(event: MouseEvent, id: string): void {
  const { selected, select } = viewStore.getState();
  const { picked, toggle, add, clear } = selectionStore.getState();
  if (event.shiftKey || event.ctrlKey || event.metaKey) {
    if (picked.size === 0 && selected !== null && selected !== id) add([selected]);
    toggle(id);
  } else if (!(event.target instanceof Element && event.target.closest('button'))) clear();
  select(id);
}

function spokenName(branch: BranchState, picked: boolean): string {
  const { status, waitingFor, cost } = branch;
  const words = [`${kindName(branch.kind)}: ${titleOf(branch)}`, stateWord(status, waitingFor), formatCost(cost)];
  return `${[...words, ...(picked ? ['picked'] : [])].join('. ')}.`;
}

function growStyle(from: { x: number; y: number } | null): CSSProperties | undefined {
  return from === null ? undefined : ({ '--grew-x': `${from.x}px`, '--grew-y': `${from.y}px` } as CSSProperties);
}

/**
 * Takes the keyboard's focus when a command walked to this card, also when the card comes on screen only now. Once: a card
 * that comes again, as the view moves, must not take the focus out of a message that is being written.
 */
function useFocusWhenWished(id: string) {
  const ref = useRef<HTMLDivElement>(null);
  const isOwed = useStore(viewStore, (view) => view.focusOwed === id);
  useEffect(() => {
    if (!isOwed) return;
    viewStore.getState().settleFocus();
    ref.current?.focus({ preventScroll: true });
  }, [isOwed]);
  return ref;
}
