import { applyNodeChanges, type NodeChange } from '@xyflow/react';
import { createStore } from 'zustand/vanilla';
import { type Direction, type Place, placeBranches, type Size } from '../../core/graph/place-branches.ts';
import { structureKey, structureOf } from '../../core/graph/tree-structure.ts';
import type { SessionState } from '../../core/session/state.ts';
import { bestDirection, fittingZoom } from './best-direction.ts';
import { CARD, type CardNode, cardNode, type ShareEdge, SPACING, shareEdge } from './card-node.ts';
import { glide } from './glide.ts';
import { tidyTree } from './tidy-tree.ts';

export interface CanvasState {
  readonly nodes: readonly CardNode[];
  readonly edges: readonly ShareEdge[];
  /** As chosen; `auto` takes the one in which the tree is largest in its box. */
  readonly wanted: Direction | 'auto';
  readonly direction: Direction;
  /** The canvas' own size in pixels; null before it is on screen. */
  readonly box: Size | null;
  readonly collapsed: ReadonlySet<string>;
  /** True once a person has dragged a card: from then on nothing moves by itself. */
  readonly arranged: boolean;
  /** True while the view fits itself to the tree; a pan or a zoom by hand ends it, "fit" begins it again. */
  readonly follows: boolean;
  /** Shown or not by a person's choice; null shows it when the view no longer holds the whole tree. */
  readonly minimap: boolean | null;
  /** Counts up when the view should be fitted. */
  readonly fitWish: number;
  sync(sessionId: string | null, state: SessionState): void;
  changeNodes(changes: NodeChange<CardNode>[]): void;
  tidy(): void;
  fit(): void;
  leaveFollowing(): void;
  toggleCollapsed(id: string): void;
  turn(): void;
  setBox(box: Size): void;
  toggleMinimap(): void;
}

let shown: { sessionId: string | null; state: SessionState } | null = null;
let key = '';
let stopGlide = (): void => {};

/** The tree on the canvas: structure and places, never numbers. Laid out only when the structure changes. */
export const canvasStore = createStore<CanvasState>()((set, get) => {
  const lay = (arranged: boolean, live: boolean): void => {
    if (!shown) return;
    stopGlide();
    const { collapsed, nodes, wanted, box } = get();
    const structure = structureOf(shown.state, collapsed);
    const size = (): typeof CARD => CARD;
    const zoomOf = (each: Direction): number =>
      box === null ? 1 : fittingZoom(tidyTree(structure.branches, size, each, SPACING[each]).values(), CARD, box);
    const direction = arranged ? get().direction : wanted === 'auto' ? bestDirection(zoomOf, get().direction) : wanted;
    const tidy = tidyTree(structure.branches, size, direction, SPACING[direction]);
    const current = new Map(nodes.map((node): [string, Place] => [node.id, node.position]));
    const gap = SPACING[direction].sibling;
    const places = placeBranches({ branches: structure.branches, size, tidy, current, arranged, direction, gap });
    const before = new Map(nodes.map((node) => [node.id, node]));
    const next = structure.branches.map((branch) => {
      const place = places.get(branch.id) ?? { x: 0, y: 0 };
      const old = before.get(branch.id);
      if (old && old.data.hidden === branch.hidden && old.data.direction === direction) return old;
      const parent = branch.parent === null ? undefined : places.get(branch.parent);
      const grewFrom = live && !old && parent ? { x: parent.x - place.x, y: parent.y - place.y } : null;
      return cardNode(branch, old?.position ?? place, direction, grewFrom);
    });
    set({ nodes: next, edges: structure.edges.map(shareEdge), arranged, direction });
    stopGlide = glide(current, places, (at) => set({ nodes: get().nodes.map((node) => movedTo(node, at)) }));
    if (get().follows) set({ fitWish: get().fitWish + 1 });
  };
  return {
    nodes: [],
    edges: [],
    wanted: 'auto',
    direction: 'down',
    box: null,
    collapsed: new Set(),
    arranged: false,
    follows: true,
    minimap: null,
    fitWish: 0,
    sync(sessionId, state) {
      const fresh = shown?.sessionId !== sessionId;
      if (fresh) set({ nodes: [], edges: [], collapsed: new Set(), arranged: false, follows: true });
      const nextKey = structureKey(state, get().collapsed);
      const wasEmpty = get().nodes.length === 0;
      shown = { sessionId, state };
      if (!fresh && nextKey === key) return;
      key = nextKey;
      lay(get().arranged, !fresh && !wasEmpty);
    },
    changeNodes(changes) {
      const dragged = changes.some((change) => change.type === 'position' && change.dragging === true);
      if (dragged) stopGlide();
      const useful = changes.filter((change) => change.type === 'position');
      if (useful.length === 0) return;
      set({
        nodes: applyNodeChanges(useful, [...get().nodes]),
        ...(dragged ? { arranged: true, follows: false } : {}),
      });
    },
    tidy() {
      set({ follows: true });
      lay(false, false);
    },
    fit: () => set({ follows: true, fitWish: get().fitWish + 1 }),
    leaveFollowing: () => {
      if (get().follows) set({ follows: false });
    },
    toggleCollapsed(id) {
      const collapsed = new Set(get().collapsed);
      if (!collapsed.delete(id)) collapsed.add(id);
      set({ collapsed });
      if (shown) key = structureKey(shown.state, collapsed);
      lay(get().arranged, false);
    },
    turn() {
      const order = ['auto', 'down', 'right', 'list'] as const;
      set({ wanted: order[(order.indexOf(get().wanted) + 1) % order.length] ?? 'auto', follows: true });
      lay(false, false);
    },
    setBox(box) {
      set({ box });
      const { wanted, follows, arranged } = get();
      if (wanted === 'auto' && follows && !arranged) lay(false, false);
    },
    toggleMinimap: () => set({ minimap: !showsMinimap(get()) }),
  };
});

export function showsMinimap({ minimap, follows }: Pick<CanvasState, 'minimap' | 'follows'>): boolean {
  return minimap ?? !follows;
}

/** The same object when the card already stands there, so that only moved cards are drawn again. */
function movedTo(node: CardNode, places: ReadonlyMap<string, Place>): CardNode {
  const place = places.get(node.id);
  if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
  return { ...node, position: place };
}
