import { Handle, type NodeProps } from '@xyflow/react';
import { type CSSProperties, memo, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { hasEnded } from '../../core/session/selectors.ts';
import type { BranchState } from '../../core/session/state.ts';
import { openPane } from '../dock/open-pane.ts';
import { useBranch, useSession } from '../stores/use-session.ts';
import { viewStore } from '../stores/view-store.ts';
import { titleOf } from '../ui/branch-title.ts';
import { formatCost } from '../ui/format.ts';
import { kindName } from '../ui/kind-glyph.tsx';
import { shownState, stateWord } from '../ui/state-mark.tsx';
import { canvasStore } from './canvas-store.ts';
import { CardActions } from './card-actions.tsx';
import { CardDot } from './card-dot.tsx';
import { CardHead } from './card-head.tsx';
import { type CardNode, HANDLES } from './card-node.ts';
import { CardNumbers } from './card-numbers.tsx';
import { CardStep } from './card-step.tsx';
import { CardTail } from './card-tail.tsx';
import { useZoomLevel } from './zoom-level.ts';
import './branch-card.css';

/** One branch on the canvas. Renders again when its own branch, selection or level of detail changes, nothing else. */
export const BranchCard = memo(function BranchCard({ id, data }: NodeProps<CardNode>) {
  const { source, target } = HANDLES[data.direction];
  const branch = useBranch(id);
  const level = useZoomLevel();
  const selected = useStore(viewStore, (view) => view.selected === id);
  const isTabStop = useStore(viewStore, (view) =>
    view.selected === null ? branch?.parent === null : view.selected === id,
  );
  const asks = useSession((state) => state.prompts.some((prompt) => prompt.branch === id));
  const ref = useFocusWhenWished(id);
  if (!branch) return null;
  return (
    <>
      {branch.parent !== null && (
        <Handle
          type="target"
          position={target.position}
          isConnectable={false}
          className="card-handle"
          style={{ left: target.x, top: target.y }}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is one branch with its controls */}
      <div
        ref={ref}
        role="group"
        aria-label={spokenName(branch)}
        // Arrow keys walk from card to card; Tab reaches one of them: the selected one, else the root.
        tabIndex={isTabStop ? 0 : -1}
        data-branch={id}
        data-status={shownState(asks ? 'waiting' : branch.status, asks ? 'permission' : branch.waitingFor)}
        data-level={level}
        data-selected={selected}
        data-asks={asks}
        data-ended={hasEnded(branch)}
        data-grew={data.grewFrom !== null}
        className={`card card--${branch.kind}`}
        style={growStyle(data.grewFrom)}
        onClick={() => viewStore.getState().select(id)}
        onFocus={(event) => {
          if (event.target === event.currentTarget) viewStore.getState().select(id);
        }}
        onDoubleClick={() => openPane('transcript', id)}
        onKeyDown={() => {}}
      >
        {level === 'dot' ? (
          <CardDot branch={branch} asks={asks} />
        ) : (
          <>
            <CardHead branch={branch} asks={asks} />
            {level === 'tail' && !asks ? <CardTail branch={branch} /> : <CardStep branch={branch} />}
            <CardNumbers branch={branch} />
            <CardActions branch={branch} asks={asks} />
          </>
        )}
        {data.hidden > 0 && (
          <button
            type="button"
            className="card__hidden nodrag"
            onClick={() => canvasStore.getState().toggleCollapsed(id)}
            aria-label={`Show ${data.hidden} hidden branches`}
          >
            +{data.hidden}
          </button>
        )}
      </div>
      <Handle
        type="source"
        position={source.position}
        isConnectable={false}
        className="card-handle"
        style={{ left: source.x, top: source.y }}
      />
    </>
  );
});

function spokenName(branch: BranchState): string {
  const { status, waitingFor, cost } = branch;
  return `${kindName(branch.kind)}: ${titleOf(branch)}. ${stateWord(status, waitingFor)}. ${formatCost(cost)}.`;
}

function growStyle(from: { x: number; y: number } | null): CSSProperties | undefined {
  return from === null ? undefined : ({ '--grew-x': `${from.x}px`, '--grew-y': `${from.y}px` } as CSSProperties);
}

/** Takes the keyboard's focus when a command walked to this card, also when the card comes on screen only now. */
function useFocusWhenWished(id: string) {
  const ref = useRef<HTMLDivElement>(null);
  const wish = useStore(viewStore, (view) => (view.selected === id ? view.cardFocus : 0));
  useEffect(() => {
    if (wish > 0) ref.current?.focus({ preventScroll: true });
  }, [wish]);
  return ref;
}
