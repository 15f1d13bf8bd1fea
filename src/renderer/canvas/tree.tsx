import {
  Background,
  BackgroundVariant,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { viewStore } from '../stores/view-store.ts';
import { BranchCard } from './branch-card.tsx';
import { canvasStore, showsMinimap } from './canvas-store.ts';
import { CARD, type CardNode } from './card-node.ts';
import { motionIsReduced } from './glide.ts';
import { ShareEdge } from './share-edge.tsx';
import { TreeControls } from './tree-controls.tsx';
import { TreeMap } from './tree-map.tsx';
import './tree.css';

const NODE_TYPES = { branch: BranchCard };
const EDGE_TYPES = { share: ShareEdge };
/** Free space around a fitted tree; the controls stand in the lower margin. */
const FIT = {
  padding: { top: '24px', left: '24px', right: '24px', bottom: '58px' },
  maxZoom: 1,
  minZoom: 0.1,
} as const;
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

function Canvas() {
  const nodes = useStore(canvasStore, (canvas) => canvas.nodes);
  const edges = useStore(canvasStore, (canvas) => canvas.edges);
  const minimap = useStore(canvasStore, showsMinimap);
  const box = useFitting();
  useWalkIntoView();
  return (
    <div className="tree" ref={box}>
      <ReactFlow
        nodes={nodes as CardNode[]}
        edges={edges as never[]}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={(changes: NodeChange<CardNode>[]) => canvasStore.getState().changeNodes(changes)}
        onMoveStart={(event) => {
          if (event !== null) canvasStore.getState().leaveFollowing();
        }}
        onPaneClick={() => viewStore.getState().select(null)}
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
        minZoom={0.08}
        maxZoom={2}
        proOptions={PRO}
        aria-label="Tree of branches"
      >
        <Background variant={BackgroundVariant.Dots} gap={22} size={1.2} color="var(--dot)" />
        <TreeControls />
        {minimap && <TreeMap />}
      </ReactFlow>
    </div>
  );
}

/** Fits when it is wished, and again whenever the box changes its size while the view follows the tree. */
function useFitting() {
  const { fitView } = useReactFlow();
  const wish = useStore(canvasStore, (canvas) => canvas.fitWish);
  const box = useRef<HTMLDivElement>(null);
  const fitted = useRef(false);
  useEffect(() => {
    if (wish === 0) return;
    const duration = fitted.current && !motionIsReduced() ? FIT_MS : 0;
    fitted.current = true;
    const frame = requestAnimationFrame(() => void fitView({ ...FIT, duration }));
    return () => cancelAnimationFrame(frame);
  }, [wish, fitView]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      canvasStore.getState().setBox({ width, height });
      if (canvasStore.getState().follows) void fitView(FIT);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [fitView]);
  return box;
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
