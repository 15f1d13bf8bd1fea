import { neighbourOf, type Step } from '../../core/graph/lineage.ts';
import type { Direction, Places } from '../../core/graph/place-branches.ts';
import type { SessionState } from '../../core/session/state.ts';
import { canvasStore } from './canvas-store.ts';
import { CARD } from './card-node.ts';

export type Arrow = 'arrowup' | 'arrowdown' | 'arrowleft' | 'arrowright';

/** Which way an arrow leads, in a tree that grows downwards, in one that grows to the right, and in a list. */
const ARROWS = {
  arrowup: { down: 'parent', right: 'previous', list: 'above' },
  arrowdown: { down: 'child', right: 'next', list: 'below' },
  arrowleft: { down: 'previous', right: 'parent', list: 'parent' },
  arrowright: { down: 'next', right: 'child', list: 'child' },
} as const satisfies { readonly [A in Arrow]: { readonly [D in Direction]: Step } };

/** Where an arrow leads from a branch; null when there is nothing that way. */
export function stepFrom(state: SessionState, id: string, arrow: Arrow): string | null {
  const { direction, collapsed, left, places } = canvasStore.getState();
  const step = ARROWS[arrow][direction];
  // In shelves the sibling that stands in the way is nearer than the parent above all of them.
  if (step === 'parent' || step === 'child') {
    const beside = siblingThere(state, places, id, arrow);
    if (step === 'parent' && beside !== null) return beside;
    return neighbourOf(state, id, step, collapsed, left) ?? beside;
  }
  return neighbourOf(state, id, step, collapsed, left);
}

/** The nearest sibling straight in the arrow's way, so that wrapped rows can be walked as they stand. */
function siblingThere(state: SessionState, places: Places, id: string, arrow: Arrow): string | null {
  const own = places.get(id);
  const parent = state.branches[id]?.parent ?? null;
  if (!own || parent === null) return null;
  const upright = arrow === 'arrowup' || arrow === 'arrowdown';
  const ahead = arrow === 'arrowdown' || arrow === 'arrowright' ? 1 : -1;
  let nearest: { readonly id: string; readonly far: number } | null = null;
  for (const [other, place] of places) {
    if (other === id || state.branches[other]?.parent !== parent) continue;
    const [dx, dy] = [place.x - own.x, place.y - own.y];
    const far = (upright ? dy : dx) * ahead;
    const aside = Math.abs(upright ? dx : dy);
    if (far <= 0 || aside > (upright ? CARD.width : CARD.height) / 2) continue;
    if (nearest === null || far < nearest.far) nearest = { id: other, far };
  }
  return nearest?.id ?? null;
}
