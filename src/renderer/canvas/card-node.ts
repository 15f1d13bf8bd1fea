import { type Edge, type Node, Position } from '@xyflow/react';
import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch, TreeEdge } from '../../core/graph/tree-structure.ts';
import type { Spacing } from './tidy-tree.ts';

/** The card's size at 100 %; the tokens --card-width and --card-height say the same to the style sheet. */
export const CARD: Size = { width: 304, height: 184 };

export const SPACING: { readonly [D in Direction]: Spacing } = {
  down: { level: 92, sibling: 28 },
  right: { level: 136, sibling: 28 },
};

/** Only structure: what a card shows is selected by its id from the session's state. */
export interface CardData extends Record<string, unknown> {
  readonly hidden: number;
  /** How far away its parent stood when it was born before our eyes; null when it was there already. */
  readonly grewFrom: Place | null;
}
export type CardNode = Node<CardData, 'branch'>;
export type ShareEdge = Edge<Record<string, never>, 'share'>;

/**
 * A node with its size and its handles given. React Flow then draws its edges in the very first frame: without them it
 * measures first, and all edges vanish for some frames whenever a node is added.
 */
export function cardNode(branch: TreeBranch, place: Place, direction: Direction, grewFrom: Place | null): CardNode {
  const down = direction === 'down';
  const handle = { width: 1, height: 1 };
  return {
    id: branch.id,
    type: 'branch',
    position: place,
    width: CARD.width,
    height: CARD.height,
    measured: { ...CARD },
    handles: [
      down
        ? { ...handle, type: 'target', position: Position.Top, x: CARD.width / 2, y: 0 }
        : { ...handle, type: 'target', position: Position.Left, x: 0, y: CARD.height / 2 },
      down
        ? { ...handle, type: 'source', position: Position.Bottom, x: CARD.width / 2, y: CARD.height }
        : { ...handle, type: 'source', position: Position.Right, x: CARD.width, y: CARD.height / 2 },
    ],
    sourcePosition: down ? Position.Bottom : Position.Right,
    targetPosition: down ? Position.Top : Position.Left,
    data: { hidden: branch.hidden, grewFrom },
  };
}

export function shareEdge({ id, parent, child }: TreeEdge): ShareEdge {
  return { id, type: 'share', source: parent, target: child, focusable: false, selectable: false };
}
