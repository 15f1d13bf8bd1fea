import { createStore } from 'zustand/vanilla';
import { type Direction, type Place, placeBranches, type Size } from '../../core/graph/place-branches.ts';
import { hiddenBranches, isFiltering } from '../../core/graph/tree-filter.ts';
import { structureKey, structureOf } from '../../core/graph/tree-structure.ts';
import { EMPTY_SESSION, type SessionState } from '../../core/session/state.ts';
import { conflictStore } from '../stores/conflict-store.ts';
import { namesStore } from '../stores/names-store.ts';
import { selectionStore } from '../stores/selection-store.ts';
import { stoppedStore } from '../stores/stopped-store.ts';
import { bestLayout, fittingZoom, type Layout, layoutsFor, tidyPlaces } from './best-layout.ts';
import { CARD, type CardNode, cardNode, type ShareEdge, SPACING, shareEdge } from './card-node.ts';
import { glide } from './glide.ts';
import { recallTree } from './tree-memory.ts';
import { type TreeView, treeViewStore } from './tree-view-store.ts';

export interface CanvasState {
  readonly nodes: readonly CardNode[];
  /** Where the cards stand once they have stopped gliding: what the view is fitted to. */
  readonly places: ReadonlyMap<string, Place>;
  readonly edges: readonly ShareEdge[];
  /** As chosen; `auto` takes the one in which the tree is largest in its box. */
  readonly wanted: Direction | 'auto';
  readonly direction: Direction;
  /** Cards on one shelf of wrapped siblings; null when none are wrapped. */
  readonly shelf: Layout['shelf'];
  /** The canvas' own size in pixels; null before it is on screen. */
  readonly box: Size | null;
  readonly collapsed: ReadonlySet<string>;
  /** Branches that a person chose not to see. */
  readonly left: ReadonlySet<string>;
  /** True once a person has dragged a card: from then on nothing moves by itself. */
  readonly arranged: boolean;
  /** True while the view fits itself to the tree; a pan or a zoom by hand ends it, "fit" begins it again. */
  readonly follows: boolean;
  /** Shown or not by a person's choice; null shows it when the view no longer holds the whole tree. */
  readonly minimap: boolean | null;
  /** Counts up when the view should be fitted, to these branches or, when null, to the whole tree. */
  readonly fitWish: number;
  readonly fitTo: readonly string[] | null;
  /** True when the wished view is to stand at once, without a way to it. */
  readonly fitsAtOnce: boolean;
  sync(sessionId: string | null, state: SessionState): void;
  /** Cards that a person moves; `dragged` while the button is down: from then on nothing moves by itself. */
  move(places: ReadonlyMap<string, Place>, dragged: boolean): void;
  tidy(): void;
  fit(): void;
  /** Brings these branches, all of them, into view. */
  focusOn(branches: readonly string[]): void;
  leaveFollowing(): void;
  toggleCollapsed(id: string): void;
  turn(): void;
  setBox(box: Size): void;
  toggleMinimap(): void;
}

/**
 * Events between two states that are a leap in time, on the playhead's way to and fro: what lies between is not watched
 * growing, so its cards stand at once. What a person watches live or plays at 60 times brings fewer between two pictures.
 */
const LEAP_EVENTS = 1_000;

let shown: { sessionId: string | null; state: SessionState } | null = null;
let key = '';
let stopGlide = (): void => {};
/** Where cards that are not on the canvas (yet) were left: by a former run, or before they were hidden. */
let remembered = new Map<string, Place>();

/** The tree on the canvas: structure and places, never numbers. Laid out only when the structure changes. */
export const canvasStore = createStore<CanvasState>()((set, get) => {
  const lay = (arranged: boolean, live: boolean, glides = true): void => {
    if (!shown) return;
    stopGlide();
    const { collapsed, left, nodes, wanted, box, direction: way, shelf } = get();
    const { branches, edges } = structureOf(shown.state, collapsed, left);
    const layout = arranged
      ? { direction: way, shelf }
      : bestLayout(
          layoutsFor(branches, wanted),
          (each) => (box === null ? 1 : fittingZoom(tidyPlaces(branches, each).values(), CARD, box)),
          { direction: way, shelf },
        );
    const { direction } = layout;
    for (const node of nodes) remembered.set(node.id, node.position);
    const before = new Map(nodes.map((node) => [node.id, node]));
    const current = new Map([...remembered].filter(([id]) => arranged || before.has(id)));
    const places = placeBranches({
      branches,
      size: () => CARD,
      tidy: tidyPlaces(branches, layout),
      current,
      arranged,
      direction,
      gap: SPACING[direction].sibling,
    });
    const next = branches.map((branch) => {
      const place = places.get(branch.id) ?? { x: 0, y: 0 };
      const old = before.get(branch.id);
      if (old && old.data.hidden === branch.hidden && old.data.direction === direction) return old;
      const parent = branch.parent === null ? undefined : places.get(branch.parent);
      const grewFrom = live && !old && parent ? { x: parent.x - place.x, y: parent.y - place.y } : null;
      return cardNode(branch, old?.position ?? place, direction, grewFrom);
    });
    set({ nodes: next, places, edges: edges.map(shareEdge), arranged, ...layout });
    stopGlide = glide(glides ? current : places, places, (at) =>
      set({ nodes: get().nodes.map((node) => movedTo(node, at)) }),
    );
    if (get().follows) set({ fitWish: get().fitWish + 1, fitTo: null, fitsAtOnce: !glides });
  };
  const recall = (sessionId: string | null): void => {
    const tree = recallTree(sessionId);
    remembered = new Map(Object.entries(tree.places));
    treeViewStore.getState().clear();
    selectionStore.getState().clear();
    stoppedStore.getState().reset();
    conflictStore.getState().reset();
    treeViewStore.setState({
      pinned: new Set(tree.pinned),
      hidesFinished: tree.hidesFinished,
      hidesOthers: false,
    });
    namesStore.setState({ names: new Map(Object.entries(tree.names)) });
    const arranged = remembered.size > 0;
    const direction = tree.wanted === 'auto' ? get().direction : tree.wanted;
    const collapsed = new Set(tree.collapsed);
    set({
      nodes: [],
      places: new Map(),
      edges: [],
      wanted: tree.wanted,
      direction,
      collapsed,
      arranged,
      follows: !arranged,
    });
    if (arranged) set({ fitWish: get().fitWish + 1, fitTo: null, fitsAtOnce: false });
  };
  return {
    nodes: [],
    places: new Map(),
    edges: [],
    wanted: 'auto',
    direction: 'down',
    shelf: null,
    box: null,
    collapsed: new Set(),
    left: new Set(),
    arranged: false,
    follows: true,
    minimap: null,
    fitWish: 0,
    fitTo: null,
    fitsAtOnce: false,
    sync(sessionId, state) {
      const fresh = shown?.sessionId !== sessionId;
      if (fresh) {
        // Nothing is shown while the view is recalled: the former session's tree must not be laid out by it.
        shown = null;
        recall(sessionId);
      }
      const leaps = shown !== null && Math.abs(state.lastSeq - shown.state.lastSeq) > LEAP_EVENTS;
      shown = { sessionId, state };
      const left = hiddenNow(state, treeViewStore.getState());
      const nextKey = structureKey(state, get().collapsed, left);
      const wasEmpty = get().nodes.length === 0;
      if (!fresh && nextKey === key) return;
      key = nextKey;
      set({ left });
      lay(get().arranged, !fresh && !wasEmpty && !leaps, !leaps);
    },
    move(moved, dragged) {
      if (dragged) stopGlide();
      const nodes = get().nodes.map((node) => movedTo(node, moved));
      set({
        nodes,
        places: new Map(nodes.map((node) => [node.id, node.position])),
        ...(dragged ? { arranged: true, follows: false } : {}),
      });
    },
    tidy() {
      remembered.clear();
      set({ follows: true });
      lay(false, false);
    },
    fit: () => set({ follows: true, fitWish: get().fitWish + 1, fitTo: null, fitsAtOnce: false }),
    focusOn: (branches) => {
      if (branches.length > 0) set({ follows: false, fitWish: get().fitWish + 1, fitTo: branches, fitsAtOnce: false });
    },
    leaveFollowing: () => {
      if (get().follows) set({ follows: false });
    },
    toggleCollapsed(id) {
      const collapsed = new Set(get().collapsed);
      if (!collapsed.delete(id)) collapsed.add(id);
      set({ collapsed });
      if (shown) key = structureKey(shown.state, collapsed, get().left);
      lay(get().arranged, false);
    },
    turn() {
      const order = ['auto', 'down', 'right', 'list'] as const;
      remembered.clear();
      set({ wanted: order[(order.indexOf(get().wanted) + 1) % order.length] ?? 'auto', follows: true });
      lay(false, false);
    },
    setBox(box) {
      const { box: before, follows, arranged } = get();
      set({ box });
      // The first layout that knows its box stands at once; nothing was on screen that could move.
      if (follows && !arranged) lay(false, false, before !== null);
    },
    toggleMinimap: () => set({ minimap: !showsMinimap(get()) }),
  };
});

// A change of what a person wants to see is a change of structure, like a birth.
treeViewStore.subscribe((now, before) => {
  const changes = (['filter', 'hidesFinished', 'hidesOthers', 'pinned'] as const).some(
    (each) => now[each] !== before[each],
  );
  if (changes && shown) canvasStore.getState().sync(shown.sessionId, shown.state);
});

function hiddenNow(state: SessionState, { filter, hidesFinished, hidesOthers, pinned }: TreeView): ReadonlySet<string> {
  const others = hidesOthers && isFiltering(filter) ? filter : null;
  return hiddenBranches(state, { finished: hidesFinished, others, pinned });
}

export function showsMinimap({ minimap, follows }: Pick<CanvasState, 'minimap' | 'follows'>): boolean {
  return minimap ?? !follows;
}

/** Lays the shown session out anew as it is remembered: for a memory that arrives after the session. */
export function recallShownTree(): void {
  const { sessionId, state } = shown ?? { sessionId: null, state: EMPTY_SESSION };
  shown = null;
  canvasStore.getState().sync(sessionId, state);
}

/** Places to remember: those of cards now hidden included. Empty when nobody has arranged anything. */
export function placesToKeep(): Record<string, Place> {
  const { arranged, nodes } = canvasStore.getState();
  if (!arranged) return {};
  for (const node of nodes) remembered.set(node.id, node.position);
  return Object.fromEntries(remembered);
}

/** The same object when the card already stands there, so that only moved cards are drawn again. */
function movedTo(node: CardNode, places: ReadonlyMap<string, Place>): CardNode {
  const place = places.get(node.id);
  if (!place || (place.x === node.position.x && place.y === node.position.y)) return node;
  return { ...node, position: place };
}
