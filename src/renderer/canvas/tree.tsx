import {
  Background,
  BackgroundVariant,
  getViewportForBounds,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { WRITES } from '../commands/text-fields.ts';
import { conflictStore } from '../stores/conflict-store.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { BoxPicker } from './box-picker.tsx';
import { BranchCard } from './branch-card.tsx';
import { canvasStore, showsMinimap } from './canvas-store.ts';
import { CARD, type CardNode } from './card-node.ts';
import { ConflictEdge, conflictEdges } from './conflict-edge.tsx';
import { motionIsReduced } from './glide.ts';
import { Peek } from './peek.tsx';
import { ShareEdge } from './share-edge.tsx';
import { TreeBar } from './tree-bar.tsx';
import { TreeControls } from './tree-controls.tsx';
import { TreeMap } from './tree-map.tsx';
import { useFarLevel } from './zoom-level.ts';
import './tree.css';

const NODE_TYPES = { branch: BranchCard };
const EDGE_TYPES = { share: ShareEdge, conflict: ConflictEdge };
/** Free space around a fitted tree; its bar stands in the upper margin, the controls in the lower one. */
const PADDING = { top: '60px', left: '24px', right: '24px', bottom: '58px' } as const;
const LEAST_ZOOM = 0.05;
/** Where the arcs between colliding forks and their words stand, and the pixels that they need there. */
const ARCS_BELOW = { ...PADDING, bottom: '96px' } as const;
const ARCS_BESIDE = { ...PADDING, right: '136px' } as const;
/** In a narrow box the cards need the room more than the words. */
const ARCS_BESIDE_NARROW = { ...PADDING, right: '84px' } as const;
const NARROW_PX = 560;
/** A fitted card is no larger than it was drawn; on a large screen a quarter, below the zoom that shows other facts. */
const MOST_FIT_ZOOM = 1;
const MOST_FIT_ZOOM_LARGE = 1.25;
const LARGE_PX = 1_500;
const FIT_MS = 260;
const PRO = { hideAttribution: true };

/** The tree of branches: pan, zoom, drag, and a view that follows the tree until a person takes over. */
export function Tree() {
  return (
    <ReactFlowProvider>
      <Canvas />
    </ReactFlowProvider>
  );
}

/** Of all that React Flow tells, only where cards went: sizes are given, and what is picked is a store of its own. */
function moveCards(changes: readonly NodeChange<CardNode>[]): void {
  const moves = changes.filter((change) => change.type === 'position');
  const places = new Map(moves.flatMap(({ id, position }) => (position ? [[id, position]] : [])));
  if (moves.length > 0) {
    canvasStore.getState().move(
      places,
      moves.some(({ dragging }) => dragging === true),
    );
  }
}

function Canvas() {
  const nodes = useStore(canvasStore, (canvas) => canvas.nodes);
  const edges = useEdges();
  const minimap = useStore(canvasStore, showsMinimap);
  const far = useFarLevel();
  const box = useFitting();
  useWalkIntoView();
  useFocusElsewhere();
  return (
    <div className="tree" ref={box} data-far={far}>
      <ReactFlow
        nodes={nodes as CardNode[]}
        edges={edges as never[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={moveCards}
        onMoveStart={(event) => {
          if (event === null) return;
          canvasStore.getState().leaveFollowing();
          box.current?.setAttribute('data-moving', 'true');
        }}
        onMoveEnd={() => box.current?.removeAttribute('data-moving')}
        onPaneClick={() => {
          viewStore.getState().select(null);
          selectionStore.getState().clear();
        }}
        onlyRenderVisibleElements
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        deleteKeyCode={null}
        disableKeyboardA11y
        nodeDragThreshold={4}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={LEAST_ZOOM}
        maxZoom={2}
        proOptions={PRO}
        aria-label="Tree of branches"
      >
        {/* From afar the dots would stand closer than they can be told apart, and cost more than all the cards. */}
        {far === 'near' && <Background variant={BackgroundVariant.Dots} gap={22} size={1.2} color="var(--dot)" />}
        <TreeBar />
        <TreeControls />
        {minimap && <TreeMap />}
        <BoxPicker />
        <Peek />
      </ReactFlow>
    </div>
  );
}

/** The lines of descent, and above them the arcs between forks that collide. */
function useEdges() {
  const edges = useStore(canvasStore, (canvas) => canvas.edges);
  const nodes = useStore(canvasStore, (canvas) => canvas.nodes);
  const pairs = useStore(conflictStore, (conflicts) => conflicts.forkPairs);
  const selected = useStore(viewStore, (view) => view.selected);
  const picked = useStore(selectionStore, (selection) => selection.picked);
  return useMemo(() => {
    if (pairs.length === 0) return edges;
    const looked = selected === null ? picked : new Set([...picked, selected]);
    return [...edges, ...conflictEdges(pairs, new Set(nodes.map(({ id }) => id)), looked)];
  }, [edges, nodes, pairs, selected, picked]);
}

/** Fits when it is wished, and again whenever the box changes its size while the view follows the tree. */
function useFitting() {
  const { setViewport } = useReactFlow();
  const wish = useStore(canvasStore, (canvas) => canvas.fitWish);
  const box = useRef<HTMLDivElement>(null);
  const fitted = useRef(false);
  useLayoutEffect(() => {
    if (wish === 0) return;
    const show = (duration: number): void => {
      const viewport = fittingViewport();
      if (!viewport) return;
      fitted.current = true;
      void setViewport(viewport, { duration });
    };
    // After a leap the cards stand at once, and their view is drawn with them.
    if (fitted.current && canvasStore.getState().fitsAtOnce) {
      show(0);
      return;
    }
    const frame = requestAnimationFrame(() => show(fitted.current && !motionIsReduced() ? FIT_MS : 0));
    return () => cancelAnimationFrame(frame);
  }, [wish, setViewport]);
  const hasArcs = useStore(conflictStore, (conflicts) => conflicts.forkPairs.length > 0);
  useEffect(() => {
    const viewport = hasArcs && canvasStore.getState().follows ? fittingViewport() : null;
    if (viewport) void setViewport(viewport, { duration: motionIsReduced() ? 0 : FIT_MS });
  }, [hasArcs, setViewport]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      canvasStore.getState().setBox({ width, height });
      const viewport = canvasStore.getState().follows ? fittingViewport() : null;
      if (viewport) void setViewport(viewport);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [setViewport]);
  return box;
}

/** The viewport that holds the wished cards where they will stand, not where a glide has brought them so far. */
function fittingViewport() {
  const { fitTo, places, box, direction } = canvasStore.getState();
  const wished = fitTo === null ? [...places.values()] : fitTo.flatMap((id) => places.get(id) ?? []);
  if (wished.length === 0 || box === null || box.width === 0 || box.height === 0) return null;
  const [left, top] = [Math.min(...wished.map(({ x }) => x)), Math.min(...wished.map(({ y }) => y))];
  const bounds = {
    x: left,
    y: top,
    width: Math.max(...wished.map(({ x }) => x)) + CARD.width - left,
    height: Math.max(...wished.map(({ y }) => y)) + CARD.height - top,
  };
  const most = box.width > LARGE_PX ? MOST_FIT_ZOOM_LARGE : MOST_FIT_ZOOM;
  return getViewportForBounds(bounds, box.width, box.height, LEAST_ZOOM, most, paddingFor(direction, box.width));
}

function paddingFor(direction: 'down' | 'right' | 'list', width: number) {
  if (conflictStore.getState().forkPairs.length === 0) return PADDING;
  if (direction === 'down') return ARCS_BELOW;
  return width < NARROW_PX ? ARCS_BESIDE_NARROW : ARCS_BESIDE;
}

/** Whoever begins to write is not called back to a card that comes on screen later. */
function useFocusElsewhere() {
  useEffect(() => {
    const hear = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.matches(WRITES)) viewStore.getState().settleFocus();
    };
    document.addEventListener('focusin', hear);
    return () => document.removeEventListener('focusin', hear);
  }, []);
}

/** Brings the card that a key walked to onto the screen, without a change of zoom. */
function useWalkIntoView() {
  const { getViewport, setCenter, flowToScreenPosition } = useReactFlow();
  const walk = useStore(viewStore, (view) => view.cardFocus);
  useEffect(() => {
    if (walk === 0) return;
    const node = canvasStore.getState().nodes.find(({ id }) => id === viewStore.getState().selected);
    const frame = document.querySelector('.tree')?.getBoundingClientRect();
    if (!node || !frame) return;
    const topLeft = flowToScreenPosition(node.position);
    const bottomRight = flowToScreenPosition({ x: node.position.x + CARD.width, y: node.position.y + CARD.height });
    const inside =
      topLeft.x >= frame.left &&
      topLeft.y >= frame.top &&
      bottomRight.x <= frame.right &&
      bottomRight.y <= frame.bottom;
    if (inside) return;
    const duration = motionIsReduced() ? 0 : FIT_MS;
    void setCenter(node.position.x + CARD.width / 2, node.position.y + CARD.height / 2, {
      zoom: getViewport().zoom,
      duration,
    });
  }, [walk, getViewport, setCenter, flowToScreenPosition]);
}
