import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import { CARD, SPACING } from './card-node.ts';
import { ONE_ROW, tidyTree, type WrapRule } from './tidy-tree.ts';

/** Pixels of the box that stay free around a fitted tree: its bar above, its controls below. */
const MARGIN = { across: 48, along: 118 };
/** A turn must make the tree this much larger: else a dragged split would turn it to and fro. */
const WORTH_A_TURN = 1.18;
/** So must other lengths of the shelves: else a newcomer would move its siblings for nothing. */
const WORTH_A_WRAP = 1.12;
/** Fewer siblings than this are one row: they are read at a glance. */
const WRAP_FROM = 6;
/** Cards on one shelf, both halves together. */
const SHELF_CARDS = [4, 6, 8, 10, 12, 16, 20, 28] as const;
/** From this many cards on only a few lengths are tried, so that laying out never takes a frame. */
const MANY = 80;
const FEW_SHELF_CARDS = [8, 16, 28] as const;

export interface Layout {
  readonly direction: Direction;
  /** Cards on one shelf; null never wraps. */
  readonly shelf: number | null;
}

/** The zoom at which these cards fit into the box; never above 1. */
export function fittingZoom(places: Iterable<Place>, card: Size, box: Size): number {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + card.width);
    bottom = Math.max(bottom, y + card.height);
  }
  if (right <= left || bottom <= top) return 1;
  return Math.min(1, (box.width - MARGIN.across) / (right - left), (box.height - MARGIN.along) / (bottom - top));
}

export function wrapRule({ direction, shelf }: Layout): WrapRule {
  if (shelf === null || direction === 'list') return ONE_ROW;
  const { sibling, trunk } = SPACING[direction];
  const card = direction === 'down' ? CARD.width : CARD.height;
  return { from: WRAP_FROM, most: shelf * card + (shelf - 2) * sibling + trunk };
}

/** Trees that are remembered, each in one layout: a playhead that goes to and fro sees the same trees again and again. */
const MOST_KNOWN = 512;
const known = new Map<string, ReadonlyMap<string, Place>>();

export function tidyPlaces(branches: readonly TreeBranch[], layout: Layout): ReadonlyMap<string, Place> {
  const { direction, shelf } = layout;
  const tidy = () => tidyTree(branches, () => CARD, direction, SPACING[direction], wrapRule(layout));
  if (branches.length > MANY) return tidy();
  const key = JSON.stringify([direction, shelf, branches.map(({ id, parent }) => [id, parent])]);
  const places = known.get(key) ?? tidy();
  // What was asked for last stands last, so that the first is the one to forget.
  known.delete(key);
  known.set(key, places);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(oldest);
  }
  return places;
}

/** The layouts worth a try: unwrapped, and with shelves of some lengths where a parent has many children. */
export function layoutsFor(branches: readonly TreeBranch[], wanted: Direction | 'auto'): Layout[] {
  const families = new Map<string | null, number>();
  for (const { parent } of branches) families.set(parent, (families.get(parent) ?? 0) + 1);
  const largest = Math.max(0, ...families.values());
  const lengths = branches.length > MANY ? FEW_SHELF_CARDS : SHELF_CARDS;
  const shelves = largest < WRAP_FROM ? [] : lengths.filter((cards) => cards < largest || cards === lengths[0]);
  const directions = wanted === 'auto' ? (['down', 'right', 'list'] as const) : [wanted];
  return directions.flatMap((direction): Layout[] => [
    { direction, shelf: null },
    ...(direction === 'list' ? [] : shelves.map((shelf) => ({ direction, shelf }))),
  ]);
}

/** The layout in which the tree is largest; the present one unless another is clearly better. */
export function bestLayout(layouts: readonly Layout[], zoomOf: (layout: Layout) => number, present: Layout): Layout {
  const zooms = layouts.map(zoomOf);
  const best = zooms.reduce((top, zoom, at) => (zoom > (zooms[top] ?? 0) * 1.02 ? at : top), 0);
  const at = layouts.findIndex(({ direction, shelf }) => direction === present.direction && shelf === present.shelf);
  const [winner, stays] = [layouts[best], layouts[at]];
  if (!winner) return present;
  if (!stays) return winner;
  const worth = winner.direction === present.direction ? WORTH_A_WRAP : WORTH_A_TURN;
  return (zooms[best] ?? 0) > (zooms[at] ?? 0) * worth ? winner : stays;
}
