import { createStore } from 'zustand/vanilla';

/** Two branches whose worktrees touched the same files. */
export interface ConflictPair {
  readonly a: string;
  readonly b: string;
  /** `soft`: git merges it by itself. `hot`: it cannot. */
  readonly kind: 'soft' | 'hot';
  readonly files: readonly string[];
}

export interface ConflictState {
  readonly pairs: readonly ConflictPair[];
  set(matrix: { readonly pairs: readonly ConflictPair[] }): void;
}

const NONE: readonly ConflictPair[] = [];

/** Which worktrees collide, as the host last computed it: filled from outside, drawn as edges on the tree. */
export const conflictStore = createStore<ConflictState>()((set) => ({
  pairs: NONE,
  set: ({ pairs }) => set({ pairs: pairs.length === 0 ? NONE : pairs }),
}));

/** How many others a branch collides with, and the worst kind of it; null when with none. */
export function conflictsOf(
  { pairs }: Pick<ConflictState, 'pairs'>,
  branch: string,
): { readonly kind: ConflictPair['kind']; readonly others: number } | null {
  const own = pairs.filter(({ a, b }) => a === branch || b === branch);
  if (own.length === 0) return null;
  return { kind: own.some(({ kind }) => kind === 'hot') ? 'hot' : 'soft', others: own.length };
}
