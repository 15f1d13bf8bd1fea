import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, type Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import { SPACING } from './card-node.ts';
import { tidyTree } from './tidy-tree.ts';

const branch = (id: string, parent: string | null): TreeBranch => ({ id, parent, kind: 'fork', hidden: 0 });
const SPACE = { sibling: 20, shelf: 60, trunk: 50 };
const same = (): Size => ({ width: 300, height: 180 });

describe('tidyTree', () => {
  it('stands the root at the origin and its children in a centred row below', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('b', 'r')], same, 'down', {
      ...SPACE,
      level: 100,
    });
    expect(Object.fromEntries(places)).toEqual({ r: { x: 0, y: 0 }, a: { x: -160, y: 280 }, b: { x: 160, y: 280 } });
  });

  it('lies on its side when it grows to the right', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('b', 'r')], same, 'right', {
      ...SPACE,
      level: 100,
    });
    expect(Object.fromEntries(places)).toEqual({ r: { x: 0, y: 0 }, a: { x: 400, y: -100 }, b: { x: 400, y: 100 } });
  });

  it('is an indented column as a list, children right after their parent', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('a1', 'a'), branch('b', 'r')], same, 'list', {
      ...SPACE,
      level: 40,
    });
    expect(Object.fromEntries(places)).toEqual({
      r: { x: 0, y: 0 },
      a: { x: 40, y: 200 },
      a1: { x: 80, y: 400 },
      b: { x: 40, y: 600 },
    });
  });

  it('wraps a long row of children into shelves on both sides of a trunk below the parent, in reading order', () => {
    const forks = Array.from({ length: 10 }, (_, index) => branch(`f${index}`, 'r'));
    const wrap = { from: 6, most: 4 * 300 + 2 * 20 + 50 };
    const places = tidyTree([branch('r', null), ...forks], same, 'down', { ...SPACE, level: 100 }, wrap);
    // Half a shelf holds two cards of 300 with 20 between them: 620. The trunk of 50 lies below the root's middle, 150.
    const left = 150 - 25 - 620;
    const [x, y] = [
      [left, left + 320, 175, 495],
      [280, 280 + 180 + 60, 280 + 2 * 240],
    ];
    expect(forks.map(({ id }) => places.get(id))).toEqual([
      ...(x ?? []).map((at) => ({ x: at, y: y?.[0] })),
      ...(x ?? []).map((at) => ({ x: at, y: y?.[1] })),
      { x: left, y: y?.[2] },
      { x: left + 320, y: y?.[2] },
    ]);
  });

  it('moves nothing that stands when a wrapped row gets one more', () => {
    const wrap = { from: 6, most: 1_300 };
    const at = (count: number) => {
      const forks = Array.from({ length: count }, (_, index) => branch(`f${index}`, 'r'));
      return tidyTree([branch('r', null), ...forks], same, 'down', { ...SPACE, level: 100 }, wrap);
    };
    const after = at(18);
    for (const [id, place] of at(17)) expect(after.get(id)).toEqual(place);
  });

  it('wraps forks that have children of their own, and their children', () => {
    const forks = Array.from({ length: 8 }, (_, index) => branch(`f${index}`, 'r'));
    const reviewers = forks.filter((_, index) => index % 3 === 0).map(({ id }) => branch(`${id}s`, id));
    const branches = [
      branch('r', null),
      ...forks.flatMap((fork) => [fork, ...reviewers.filter((each) => each.parent === fork.id)]),
    ];
    const places = tidyTree(branches, same, 'down', { ...SPACE, level: 100 }, { from: 6, most: 1_300 });
    for (const { id, parent } of reviewers) {
      expect(places.get(id)).toEqual({ x: places.get(parent ?? '')?.x, y: (places.get(parent ?? '')?.y ?? 0) + 280 });
    }
    expect(new Set(forks.map(({ id }) => places.get(id)?.y)).size).toBe(2);
  });

  it('lets no two cards overlap, whatever their heights and the shape of the tree', () => {
    const shape = fc.array(fc.record({ parent: fc.nat(), height: fc.integer({ min: 40, max: 600 }) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(
        shape,
        fc.constantFrom('down' as const, 'right' as const, 'list' as const),
        fc.integer({ min: 1, max: 9 }),
        (items, direction, columns) => {
          const branches = [
            branch('0', null),
            ...items.map(({ parent }, index) => branch(String(index + 1), String(parent % (index + 1)))),
          ];
          const size = (id: string): Size => ({ width: 300, height: items[Number(id) - 1]?.height ?? 180 });
          const places = [...tidyTree(branches, size, direction, SPACING[direction], { from: 3, most: columns * 330 })];
          expect(places).toHaveLength(branches.length);
          for (const [index, [id, place]] of places.entries()) {
            for (const [other, there] of places.slice(index + 1)) {
              expect(overlaps(place, size(id), there, size(other))).toBe(false);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
