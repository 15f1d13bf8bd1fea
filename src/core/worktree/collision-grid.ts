import type { CollisionLevel, CollisionPair } from './collision.ts';
import type { CollisionMatrix, SideState } from './collision-matrix.ts';

/** Where a row and a column of the matrix meet. */
export interface GridCell {
  readonly row: string;
  readonly column: string;
  readonly level: CollisionLevel;
  readonly pair: CollisionPair;
  readonly hotFiles: number;
  readonly softFiles: number;
}

export interface GridRow {
  readonly side: SideState;
  /** One per side; null on the diagonal, and for two that were not compared. */
  readonly cells: readonly (GridCell | null)[];
}

/** The matrix as rows and columns: the sides in the given order, those that `order` does not name at the end. */
export function collisionGrid({ sides, pairs }: CollisionMatrix, order: readonly string[]): GridRow[] {
  const rank = (id: string): number => {
    const at = order.indexOf(id);
    return at === -1 ? order.length : at;
  };
  const sorted = [...sides].sort((a, b) => rank(a.id) - rank(b.id));
  return sorted.map((side) => ({
    side,
    cells: sorted.map((other) => {
      const pair = findPair(pairs, side.id, other.id);
      return pair === null ? null : cellOf(pair, side.id, other.id);
    }),
  }));
}

/** The pair of two sides, whichever of them is named first. */
export function findPair(pairs: readonly CollisionPair[], one: string, other: string): CollisionPair | null {
  const isMeant = (pair: CollisionPair) =>
    (pair.one === one && pair.other === other) || (pair.one === other && pair.other === one);
  return pairs.find(isMeant) ?? null;
}

function cellOf(pair: CollisionPair, row: string, column: string): GridCell {
  const hotFiles = pair.files.filter(({ level }) => level === 'hot').length;
  return { row, column, level: pair.level, pair, hotFiles, softFiles: pair.files.length - hotFiles };
}
