import { describe, expect, it } from 'vitest';
import { conflictsOf } from '../stores/conflict-store.ts';
import { conflictEdges } from './conflict-edge.tsx';

const pairs = [
  { one: 'f1', other: 'f2', level: 'hot', files: [] },
  { one: 'f1', other: 'f3', level: 'soft', files: [] },
] as const;
const shown = new Set(['root', 'f1', 'f2', 'f3']);
const ids = (looked: readonly string[], on: ReadonlySet<string> = shown) =>
  conflictEdges(pairs, on, new Set(looked)).map(({ id }) => id);

describe('conflictEdges', () => {
  it('always shows what git cannot merge, and the rest where somebody looks', () => {
    expect(ids([])).toEqual(['conflict-f1-f2']);
    expect(ids(['f3'])).toEqual(['conflict-f1-f2', 'conflict-f1-f3']);
  });

  it('draws none to a branch that is not on the canvas', () => {
    expect(ids(['f1'], new Set(['f1', 'f3']))).toEqual(['conflict-f1-f3']);
  });
});

describe('conflictsOf', () => {
  it('counts the others and names the worst', () => {
    expect(conflictsOf({ pairs }, 'f1')).toEqual({ level: 'hot', others: 2 });
    expect(conflictsOf({ pairs }, 'f3')).toEqual({ level: 'soft', others: 1 });
    expect(conflictsOf({ pairs }, 'root')).toBeNull();
  });
});
