import { expect, it } from 'vitest';
import type { CollidingFile, CollisionPair } from './collision.ts';
import { collisionGrid, findPair } from './collision-grid.ts';

const side = (id: string, changedFiles: number | null = 1, problem: string | null = null) => ({
  id,
  changedFiles,
  problem,
});
const file = (path: string, level: 'soft' | 'hot'): CollidingFile => ({ path, level, kind: null, hunks: [] });
const hot: CollisionPair = { one: 'a', other: 'b', level: 'hot', files: [file('x', 'hot'), file('y', 'soft')] };
const clean: CollisionPair = { one: 'root', other: 'a', level: 'clean', files: [] };

it('gives each side a row and a column, in the order of the tree', () => {
  const sides = [side('b'), side('root', null), side('a')];
  const grid = collisionGrid({ sides, pairs: [hot, clean], order: [], computedPairs: 2 }, ['root', 'a', 'b']);
  expect(grid.map((row) => row.side.id)).toEqual(['root', 'a', 'b']);
  expect(grid.map(({ cells }) => cells.map((cell) => cell?.level ?? '-'))).toEqual([
    ['-', 'clean', '-'],
    ['clean', '-', 'hot'],
    ['-', 'hot', '-'],
  ]);
  expect(grid[1]?.cells[2]).toMatchObject({ row: 'a', column: 'b', hotFiles: 1, softFiles: 1 });
  expect(grid[2]?.cells[1]).toMatchObject({ row: 'b', column: 'a', pair: hot });
});

it('finds a pair from either side', () => {
  expect(findPair([hot], 'b', 'a')).toBe(hot);
  expect(findPair([hot], 'a', 'root')).toBeNull();
});
