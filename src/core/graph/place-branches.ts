import type { TreeBranch } from './tree-structure.ts';

/** Left upper corner, in the canvas' own units (pixels at 100 %). */
export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export type Places = ReadonlyMap<string, Place>;
/** Children below their parent, to its right, or indented under it like folders in a list. */
export type Direction = 'down' | 'right' | 'list';

export interface PlaceQuestion {
  readonly branches: readonly TreeBranch[];
  readonly size: (id: string) => Size;
  /** Where a tidy layout of the whole tree would put them. */
  readonly tidy: Places;
  /** Where they stand now. */
  readonly current: Places;
  /** True when a person has arranged the tree: then what stands stays, and only new branches are placed. */
  readonly arranged: boolean;
  readonly direction: Direction;
  /** Free space kept between a new branch and what stands. */
  readonly gap: number;
}

/** Where each branch goes. In an arranged tree nothing that stands is moved; a newcomer looks for a free spot. */
export function placeBranches(question: PlaceQuestion): Map<string, Place> {
  const { branches, tidy, current, arranged } = question;
  const places = new Map<string, Place>();
  for (const { id } of branches) {
    const place = arranged ? (current.get(id) ?? null) : (tidy.get(id) ?? null);
    if (place) places.set(id, place);
  }
  if (!arranged) return places;
  for (const branch of branches) {
    if (!places.has(branch.id)) places.set(branch.id, freeSpot(question, branch, places));
  }
  return places;
}

/** At the tidy distance from its parent, then along the row of siblings until nothing is in the way. */
function freeSpot(question: PlaceQuestion, branch: TreeBranch, places: Places): Place {
  const { tidy, size, direction, gap } = question;
  const wanted = tidy.get(branch.id) ?? { x: 0, y: 0 };
  const parent = branch.parent === null ? undefined : places.get(branch.parent);
  const tidyParent = branch.parent === null ? undefined : tidy.get(branch.parent);
  let spot =
    parent && tidyParent ? { x: parent.x + wanted.x - tidyParent.x, y: parent.y + wanted.y - tidyParent.y } : wanted;
  const own = size(branch.id);
  for (let turn = 0; turn <= places.size; turn++) {
    const hit = [...places].find(([id, place]) => overlaps(spot, own, place, size(id), gap / 2));
    if (!hit) break;
    const [id, place] = hit;
    const other = size(id);
    spot =
      direction === 'down' ? { ...spot, x: place.x + other.width + gap } : { ...spot, y: place.y + other.height + gap };
  }
  return spot;
}

export function overlaps(a: Place, sizeA: Size, b: Place, sizeB: Size, margin = 0): boolean {
  return (
    a.x < b.x + sizeB.width + margin &&
    b.x < a.x + sizeA.width + margin &&
    a.y < b.y + sizeB.height + margin &&
    b.y < a.y + sizeA.height + margin
  );
}
