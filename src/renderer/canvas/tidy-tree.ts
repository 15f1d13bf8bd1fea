import { flextree } from 'd3-flextree';
import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';

/** Free space between a parent and its children, and between neighbours, at 100 %. */
export interface Spacing {
  readonly level: number;
  readonly sibling: number;
}

interface Item {
  readonly id: string;
  readonly children: Item[];
}

/**
 * Where a tidy tree puts each branch: the first root's upper left corner at 0, 0, parents centred over their children,
 * cards of any height without overlap. `right` is the same tree lying on its side, `list` an indented list.
 */
export function tidyTree(
  branches: readonly TreeBranch[],
  size: (id: string) => Size,
  direction: Direction,
  spacing: Spacing,
): Map<string, Place> {
  const items = new Map(branches.map(({ id }): [string, Item] => [id, { id, children: [] }]));
  const roots: Item[] = [];
  for (const { id, parent } of branches) {
    const item = items.get(id);
    const above = parent === null ? undefined : items.get(parent);
    if (item) (above?.children ?? roots).push(item);
  }
  if (direction === 'list') return listed(roots, size, spacing);
  const across = ({ width, height }: Size): number => (direction === 'down' ? width : height);
  const along = ({ width, height }: Size): number => (direction === 'down' ? height : width);
  const layout = flextree<Item>({
    children: (item) => item.children,
    nodeSize: ({ data }) => {
      const own = data.id === '' ? { width: 0, height: 0 } : size(data.id);
      return [across(own), data.id === '' ? 0 : along(own) + spacing.level];
    },
    spacing: () => spacing.sibling,
  });
  const places = new Map<string, Place>();
  // A nameless item above several roots (a damaged log) keeps them apart as if they were siblings.
  layout(layout.hierarchy({ id: '', children: roots })).each(({ data, x, y }) => {
    if (data.id === '') return;
    const left = x - across(size(data.id)) / 2;
    places.set(data.id, direction === 'down' ? { x: left, y } : { x: y, y: left });
  });
  return movedToOrigin(places, roots[0]?.id);
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
