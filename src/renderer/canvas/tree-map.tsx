import { Panel, type ReactFlowState, useStore as useFlow, useReactFlow } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Place } from '../../core/graph/place-branches.ts';
import { sessionStore } from '../stores/session-store.ts';
import { viewStore } from '../stores/view-store.ts';
import { shownState } from '../ui/state-mark.tsx';
import { canvasStore } from './canvas-store.ts';
import { CARD } from './card-node.ts';

/** Pixels of the map, as the tokens --map-width and --map-height say; and what stays free around the tree. */
const MAP = { width: 160, height: 104, edge: 8 } as const;
/** Milliseconds between two drawings while branches work: a map of states, not of ticks. */
const DRAW_EVERY_MS = 400;

interface Frame {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * The tree as a small picture. Drawn on one canvas, and only when branches move or change their state; while the view
 * moves, nothing but its outline does. A press or a drag brings the view there.
 */
export function TreeMap() {
  const ref = useRef<HTMLCanvasElement>(null);
  const places = useStore(canvasStore, (canvas) => canvas.places);
  const selected = useStore(viewStore, (view) => view.selected);
  const { setCenter, getZoom } = useReactFlow();
  const frame = frameOf(places);
  useEffect(() => {
    const draw = (): void => drawMap(ref.current, places, frameOf(places), selected);
    draw();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = sessionStore.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null;
        draw();
      }, DRAW_EVERY_MS);
    });
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] });
    return () => {
      stop();
      themed.disconnect();
      if (timer !== null) clearTimeout(timer);
    };
  }, [places, selected]);
  const go = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [
      (event.clientX - box.left) / frame.scale + frame.left,
      (event.clientY - box.top) / frame.scale + frame.top,
    ];
    canvasStore.getState().leaveFollowing();
    void setCenter(x, y, { zoom: getZoom() });
  };
  return (
    <Panel position="bottom-right" className="tree-map">
      <div
        className="tree-map__box"
        role="img"
        aria-label="Minimap"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          go(event);
        }}
        onPointerMove={go}
      >
        <canvas ref={ref} className="tree-map__picture" />
        <ViewOutline frame={frame} />
      </div>
    </Panel>
  );
}

const viewOf = ({ transform: [x, y, zoom], width, height }: ReactFlowState): string =>
  `${x} ${y} ${zoom} ${width} ${height}`;

function ViewOutline({ frame }: { readonly frame: Frame }) {
  const [x = 0, y = 0, zoom = 1, width = 0, height = 0] = useFlow(viewOf).split(' ').map(Number);
  const style = {
    transform: `translate(${(-x / zoom - frame.left) * frame.scale}px, ${(-y / zoom - frame.top) * frame.scale}px)`,
    width: (width / zoom) * frame.scale,
    height: (height / zoom) * frame.scale,
  };
  return <div className="tree-map__view" style={style} />;
}

/** Which part of the canvas the map shows: all cards, centred. */
function frameOf(places: ReadonlyMap<string, Place>): Frame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places.values()) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + CARD.width);
    bottom = Math.max(bottom, y + CARD.height);
  }
  if (right <= left) return { scale: 1, left: 0, top: 0 };
  const [width, height] = [MAP.width - MAP.edge * 2, MAP.height - MAP.edge * 2];
  const scale = Math.min(0.14, width / (right - left), height / (bottom - top));
  return {
    scale,
    left: (left + right - MAP.width / scale) / 2,
    top: (top + bottom - MAP.height / scale) / 2,
  };
}

function drawMap(
  canvas: HTMLCanvasElement | null,
  places: ReadonlyMap<string, Place>,
  frame: Frame,
  selected: string | null,
): void {
  const pen = canvas?.getContext('2d');
  if (!canvas || !pen) return;
  const dense = window.devicePixelRatio;
  canvas.width = MAP.width * dense;
  canvas.height = MAP.height * dense;
  pen.scale(dense, dense);
  const tokens = getComputedStyle(canvas);
  const colours = new Map<string, string>();
  const colourOf = (state: string): string => {
    const known =
      colours.get(state) ??
      tokens.getPropertyValue(state === 'waiting-quietly' ? '--state-paused' : `--state-${state}`);
    colours.set(state, known);
    return known;
  };
  const { branches } = sessionStore.getState().state;
  for (const [id, place] of places) {
    const branch = branches[id];
    if (!branch) continue;
    const [x, y] = [(place.x - frame.left) * frame.scale, (place.y - frame.top) * frame.scale];
    const [width, height] = [Math.max(2, CARD.width * frame.scale), Math.max(1.5, CARD.height * frame.scale)];
    pen.globalAlpha = 0.7;
    pen.fillStyle = colourOf(shownState(branch.status, branch.waitingFor));
    pen.fillRect(x, y, width, height);
    if (id !== selected) continue;
    pen.globalAlpha = 1;
    pen.strokeStyle = tokens.getPropertyValue('--accent');
    pen.lineWidth = 2;
    pen.strokeRect(x - 1, y - 1, width + 2, height + 2);
  }
}
