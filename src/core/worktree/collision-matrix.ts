import type { CollisionPair } from './collision.ts';
import type { MergeStep } from './merge-order.ts';

export interface SideState {
  readonly id: string;
  /** Files changed since the base commit; null for a parent. */
  readonly changedFiles: number | null;
  /** Why it could not be read, in plain words; it is then in no pair. */
  readonly problem: string | null;
}

/** True for a side that others were forked from: it stands in the matrix with its own uncommitted edits. */
export function isParentSide({ changedFiles, problem }: SideState): boolean {
  return changedFiles === null && problem === null;
}

export interface CollisionMatrix {
  readonly sides: readonly SideState[];
  readonly pairs: readonly CollisionPair[];
  readonly order: readonly MergeStep[];
  /** Pairs that had to be merged for this answer; the others were known. */
  readonly computedPairs: number;
}
