import type { Direction, Place, Size } from '../../core/graph/place-branches.ts';

/** Pixels of the box that stay free around a fitted tree. */
const MARGIN = { across: 48, along: 82 };
/** A turn must make the tree this much larger: else a dragged split would turn it to and fro. */
const WORTH_A_TURN = 1.18;

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

/** The direction in which the tree is largest in this box; the present one unless another is clearly better. */
export function bestDirection(zoomOf: (direction: Direction) => number, present: Direction): Direction {
  const wins = (['down', 'right', 'list'] as const).reduce((best, each) =>
    zoomOf(each) > zoomOf(best) * 1.02 ? each : best,
  );
  return zoomOf(wins) > zoomOf(present) * WORTH_A_TURN ? wins : present;
}
