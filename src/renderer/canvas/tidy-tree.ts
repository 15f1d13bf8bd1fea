import { flextree } from 'd3-flextree';
import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import { type Box, packShelves, type ShelfSpacing } from './shelves.ts';

/** Free space between a parent and its children, and between neighbours, at 100 %. */
export interface Spacing extends ShelfSpacing {
  readonly level: number;
}

export interface WrapRule {
  /** Fewer children than this always stand in one row. */
  readonly from: number;
  /** A row of children that is longer than this, in pixels at 100 %, is wrapped. */
  readonly most: number;
}
/** Never wraps. */
export const ONE_ROW: WrapRule = { from: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };

interface Item {
  readonly id: string;
  readonly children: Item[];
}

interface Laid extends Box {
  /** The near corner of each card of the box. */
  readonly cards: readonly { readonly id: string; readonly across: number; readonly along: number }[];
}

/** What flextree sees: a card, or all children of one parent as a single box of shelves. */
interface Knot {
  readonly id: string | null;
  readonly size: readonly [across: number, along: number];
  readonly cards: Laid['cards'];
  readonly children: readonly Knot[];
}

/**
 * Where a tidy tree puts each branch: the first root's upper left corner at 0, 0, parents centred over their children,
 * cards of any height without overlap, long rows of siblings wrapped into shelves. `right` is the same tree lying on its
 * side, `list` an indented list.
 */
export function tidyTree(
  branches: readonly TreeBranch[],
  size: (id: string) => Size,
  direction: Direction,
  spacing: Spacing,
  wrap: WrapRule = ONE_ROW,
): Map<string, Place> {
  const items = new Map(branches.map(({ id }): [string, Item] => [id, { id, children: [] }]));
  const roots: Item[] = [];
  for (const { id, parent } of branches) {
    const item = items.get(id);
    const above = parent === null ? undefined : items.get(parent);
    if (item) (above?.children ?? roots).push(item);
  }
  if (direction === 'list') return listed(roots, size, spacing);
  const down = direction === 'down';
  const measure = (id: string): readonly [number, number] => {
    const { width, height } = size(id);
    return down ? [width, height] : [height, width];
  };
  const spans = spansOf(roots, measure, spacing, wrap);
  // Several roots (a damaged log) stand beside each other as if they were siblings.
  const places = new Map<string, Place>();
  let across = 0;
  for (const root of roots) {
    const laid = layOut(root, measure, spacing, wrap, spans);
    for (const card of laid.cards) {
      const [x, y] = down ? [across + card.across, card.along] : [card.along, across + card.across];
      places.set(card.id, { x, y });
    }
    across += laid.across + spacing.sibling;
  }
  return movedToOrigin(places, roots[0]?.id);
}

type Measure = (id: string) => readonly [across: number, along: number];

/** How far each subtree reaches across, roughly: only to decide which rows are too long. Children before parents. */
function spansOf(roots: readonly Item[], measure: Measure, spacing: Spacing, wrap: WrapRule): Map<string, number> {
  const spans = new Map<string, number>();
  const visit = (item: Item): number => {
    const row = item.children.reduce((sum, child) => sum + visit(child) + spacing.sibling, -spacing.sibling);
    const wrapped = item.children.length >= wrap.from && row > wrap.most;
    const span = Math.max(measure(item.id)[0], wrapped ? wrap.most : row);
    spans.set(item.id, span);
    return span;
  };
  for (const root of roots) visit(root);
  return spans;
}

function layOut(
  root: Item,
  measure: Measure,
  spacing: Spacing,
  wrap: WrapRule,
  spans: ReadonlyMap<string, number>,
): Laid {
  const isWrapped = ({ children }: Item): boolean =>
    children.length >= wrap.from &&
    children.reduce((sum, child) => sum + (spans.get(child.id) ?? 0) + spacing.sibling, -spacing.sibling) > wrap.most;
  const knotOf = (item: Item): Knot => {
    const [across, along] = measure(item.id);
    const children = isWrapped(item) ? [shelvesOf(item)] : item.children.map(knotOf);
    return { id: item.id, size: [across, along + spacing.level], cards: [], children };
  };
  const shelvesOf = (item: Item): Knot => {
    const boxes = item.children.map((child) => layOut(child, measure, spacing, wrap, spans));
    const packed = packShelves(boxes, wrap.most, spacing);
    const cards = boxes.flatMap((box, index) => {
      const corner = packed.corners[index] ?? { across: 0, along: 0 };
      return box.cards.map(({ id, across, along }) => ({
        id,
        across: corner.across + across,
        along: corner.along + along,
      }));
    });
    return { id: null, size: [packed.across, packed.along], cards, children: [] };
  };
  const layout = flextree<Knot>({
    children: (knot) => knot.children,
    nodeSize: ({ data }) => data.size,
    spacing: () => spacing.sibling,
  });
  const cards: { id: string; across: number; along: number }[] = [];
  layout(layout.hierarchy(knotOf(root))).each(({ data, x, y }) => {
    const edge = x - data.size[0] / 2;
    if (data.id !== null) cards.push({ id: data.id, across: edge, along: y });
    for (const card of data.cards) {
      cards.push({ id: card.id, across: edge + card.across, along: y + card.along });
    }
  });
  return boxOf(cards, measure);
}

/** Moves the cards so that the box begins at 0, 0, and measures it. */
function boxOf(cards: Laid['cards'], measure: Measure): Laid {
  let [first, last, deepest] = [Infinity, -Infinity, 0];
  for (const { id, across, along } of cards) {
    const [width, height] = measure(id);
    first = Math.min(first, across);
    last = Math.max(last, across + width);
    deepest = Math.max(deepest, along + height);
  }
  return {
    across: last - first,
    along: deepest,
    cards: cards.map((card) => ({ ...card, across: card.across - first })),
  };
}

/** One below the other, each level indented by `spacing.level`. */
function listed(roots: readonly Item[], size: (id: string) => Size, spacing: Spacing): Map<string, Place> {
  const places = new Map<string, Place>();
  let y = 0;
  const visit = (item: Item, depth: number): void => {
    places.set(item.id, { x: depth * spacing.level, y });
    y += size(item.id).height + spacing.sibling;
    for (const child of item.children) visit(child, depth + 1);
  };
  for (const root of roots) visit(root, 0);
  return places;
}

function movedToOrigin(places: Map<string, Place>, root: string | undefined): Map<string, Place> {
  const origin = (root !== undefined && places.get(root)) || { x: 0, y: 0 };
  return new Map(
    [...places].map(([id, { x, y }]) => [id, { x: Math.round(x - origin.x), y: Math.round(y - origin.y) }]),
  );
}
