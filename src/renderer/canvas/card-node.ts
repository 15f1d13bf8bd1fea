import type { Edge, Node, Position } from '@xyflow/react';
import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch, TreeEdge } from '../../core/graph/tree-structure.ts';
import type { Spacing } from './tidy-tree.ts';

/** The card's size at 100 %; the tokens --card-width and --card-height say the same to the style sheet. */
export const CARD: Size = { width: 304, height: 184 };

export const SPACING: { readonly [D in Direction]: Spacing } = {
  down: { level: 92, sibling: 28, shelf: 84, trunk: 64 },
  right: { level: 152, sibling: 28, shelf: 152, trunk: 44 },
  list: { level: 40, sibling: 28, shelf: 84, trunk: 64 },
};

/** React Flow's names of sides, without React Flow itself: the start does not load it. */
const SIDES = { top: 'top', right: 'right', bottom: 'bottom', left: 'left' } as Record<`${Position}`, Position>;

export interface HandleSpot {
  readonly position: Position;
  readonly x: number;
  readonly y: number;
}

/** Where edges leave a parent and reach a child, from the card's upper left corner. */
export const HANDLES: { readonly [D in Direction]: { readonly source: HandleSpot; readonly target: HandleSpot } } = {
  down: {
    source: { position: SIDES.bottom, x: CARD.width / 2, y: CARD.height },
    target: { position: SIDES.top, x: CARD.width / 2, y: 0 },
  },
  right: {
    source: { position: SIDES.right, x: CARD.width, y: CARD.height / 2 },
    target: { position: SIDES.left, x: 0, y: CARD.height / 2 },
  },
  list: {
    source: { position: SIDES.bottom, x: 20, y: CARD.height },
    target: { position: SIDES.left, x: 0, y: 28 },
  },
};

/** Only structure: what a card shows is selected by its id from the session's state. */
export interface CardData extends Record<string, unknown> {
  readonly direction: Direction;
  readonly hidden: number;
  /** How far away its parent stood when it was born before our eyes; null when it was there already. */
  readonly grewFrom: Place | null;
}
export type CardNode = Node<CardData, 'branch'>;
export type ShareEdge = Edge<Record<string, never>, 'share'>;

/**
 * A node with its size and its handles given. React Flow then draws its edges in the very first frame: without them it
 * measures first, and all edges vanish for some frames whenever a node is added. The sides are told by the handles only:
 * told by the node as well, React Flow would measure every card of a tree that turns.
 */
export function cardNode(branch: TreeBranch, place: Place, direction: Direction, grewFrom: Place | null): CardNode {
  const { source, target } = HANDLES[direction];
  return {
    id: branch.id,
    type: 'branch',
    position: place,
    width: CARD.width,
    height: CARD.height,
    measured: { ...CARD },
    handles: [
      { type: 'target', ...target, width: 1, height: 1 },
      { type: 'source', ...source, width: 1, height: 1 },
    ],
    data: { direction, hidden: branch.hidden, grewFrom },
  };
}

export function shareEdge({ id, parent, child }: TreeEdge): ShareEdge {
  return { id, type: 'share', source: parent, target: child, focusable: false, selectable: false };
}
