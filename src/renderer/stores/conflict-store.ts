import { createStore } from 'zustand/vanilla';
import type { CollisionPair } from '../../core/worktree/collision.ts';
import { type CollisionMatrix, isParentSide } from '../../core/worktree/collision-matrix.ts';

export interface ConflictState {
  /** The host's last answer; null before the first, and while there is nothing that could collide. */
  readonly matrix: CollisionMatrix | null;
  /** Its pairs that meet in a file, soft or hot: what the tree draws. */
  readonly pairs: readonly CollisionPair[];
  /** Those of them that are two forks: a fork and its parent have a line between them already. */
  readonly forkPairs: readonly CollisionPair[];
  /** When that was computed, in milliseconds since 1970. */
  readonly asOf: number | null;
  readonly isBusy: boolean;
  /** Why the last look failed, in one sentence; what was known before stays on the screen. */
  readonly fault: string | null;
  begin(): void;
  take(matrix: CollisionMatrix, at: number): void;
  fail(message: string): void;
  /** Forgets what belongs to a session. */
  reset(): void;
}

const NONE: readonly CollisionPair[] = [];
const EMPTY = { matrix: null, pairs: NONE, forkPairs: NONE, asOf: null, isBusy: false, fault: null } as const;

/** Which worktrees collide, as the host last computed it: drawn as edges on the tree, and as a matrix. */
export const conflictStore = createStore<ConflictState>()((set) => ({
  ...EMPTY,
  begin: () => set({ isBusy: true }),
  take(matrix, asOf) {
    const pairs = matrix.pairs.filter(({ level }) => level !== 'clean');
    const parents = new Set(matrix.sides.filter(isParentSide).map(({ id }) => id));
    const forkPairs = pairs.filter(({ one, other }) => !parents.has(one) && !parents.has(other));
    set({ matrix, pairs, forkPairs: forkPairs.length === 0 ? NONE : forkPairs, asOf, isBusy: false, fault: null });
  },
  fail: (fault) => set({ fault, isBusy: false }),
  reset: () => set(EMPTY),
}));

/** How many others a branch collides with, and the worst kind of it; null when with none. */
export function conflictsOf(
  { pairs }: Pick<ConflictState, 'pairs'>,
  branch: string,
): { readonly level: 'soft' | 'hot'; readonly others: number } | null {
  const own = pairs.filter(({ one, other }) => one === branch || other === branch);
  if (own.length === 0) return null;
  return { level: own.some(({ level }) => level === 'hot') ? 'hot' : 'soft', others: own.length };
}
