/** A laid out subtree as a box: `across` runs along a row of siblings, `along` from parent to child. */
export interface Box {
  readonly across: number;
  readonly along: number;
}

export interface ShelfSpacing {
  /** Between neighbours on a shelf. */
  readonly sibling: number;
  /** Between two shelves: room for the rail that the edges of a shelf hang from. */
  readonly shelf: number;
  /** Between the two halves of each shelf: room for the trunk that feeds the rails. */
  readonly trunk: number;
}

export interface Shelves {
  readonly across: number;
  readonly along: number;
  /** The near corner of each box, in the order given. The trunk runs through the middle, at `across / 2`. */
  readonly corners: readonly { readonly across: number; readonly along: number }[];
}

/**
 * Packs siblings on shelves to both sides of a trunk, in reading order: left half, right half, next shelf. What is added
 * at the end moves nothing that stands. `most` bounds a shelf's length; a box that is longer than half of it widens all.
 */
export function packShelves(boxes: readonly Box[], most: number, spacing: ShelfSpacing): Shelves {
  const { sibling, shelf, trunk } = spacing;
  const widest = Math.max(0, ...boxes.map((box) => box.across));
  const half = Math.max(widest, (most - trunk) / 2);
  const corners: { across: number; along: number }[] = [];
  let [side, used, top, height] = [0, 0, 0, 0];
  let [leftMost, rightMost] = [0, 0];
  const halves: { readonly at: number; readonly side: number; readonly offset: number; readonly top: number }[] = [];
  for (const [at, box] of boxes.entries()) {
    if (used > 0 && used + box.across > half) {
      if (side === 1) {
        top += height + shelf;
        height = 0;
      }
      side = 1 - side;
      used = 0;
    }
    halves.push({ at, side, offset: used, top });
    used += box.across + sibling;
    height = Math.max(height, box.along);
    if (side === 0) leftMost = Math.max(leftMost, used - sibling);
    else rightMost = Math.max(rightMost, used - sibling);
  }
  // Both halves are as long as the longer one: the trunk stays in the middle, right below the parent.
  const reach = Math.max(leftMost, rightMost);
  for (const { at, side: on, offset, top: along } of halves) {
    corners[at] = { across: on === 0 ? reach - leftMost + offset : reach + trunk + offset, along };
  }
  return { across: reach * 2 + trunk, along: top + height, corners };
}
