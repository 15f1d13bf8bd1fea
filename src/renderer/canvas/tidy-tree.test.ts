import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, type Size } from '../../core/graph/place-branches.ts';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import { SPACING } from './card-node.ts';
import { tidyTree } from './tidy-tree.ts';

const branch = (id: string, parent: string | null): TreeBranch => ({ id, parent, kind: 'fork', hidden: 0 });
const same = (): Size => ({ width: 300, height: 180 });

describe('tidyTree', () => {
  it('stands the root at the origin and its children in a centred row below', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('b', 'r')], same, 'down', {
      level: 100,
      sibling: 20,
    });
    expect(Object.fromEntries(places)).toEqual({ r: { x: 0, y: 0 }, a: { x: -160, y: 280 }, b: { x: 160, y: 280 } });
  });

  it('lies on its side when it grows to the right', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('b', 'r')], same, 'right', {
      level: 100,
      sibling: 20,
    });
    expect(Object.fromEntries(places)).toEqual({ r: { x: 0, y: 0 }, a: { x: 400, y: -100 }, b: { x: 400, y: 100 } });
  });

  it('is an indented column as a list, children right after their parent', () => {
    const places = tidyTree([branch('r', null), branch('a', 'r'), branch('a1', 'a'), branch('b', 'r')], same, 'list', {
      level: 40,
      sibling: 20,
    });
    expect(Object.fromEntries(places)).toEqual({
      r: { x: 0, y: 0 },
      a: { x: 40, y: 200 },
      a1: { x: 80, y: 400 },
      b: { x: 40, y: 600 },
    });
  });

  it('lets no two cards overlap, whatever their heights and the shape of the tree', () => {
    const shape = fc.array(fc.record({ parent: fc.nat(), height: fc.integer({ min: 40, max: 600 }) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(shape, fc.constantFrom('down' as const, 'right' as const, 'list' as const), (items, direction) => {
        const branches = [
          branch('0', null),
          ...items.map(({ parent }, index) => branch(String(index + 1), String(parent % (index + 1)))),
        ];
        const size = (id: string): Size => ({ width: 300, height: items[Number(id) - 1]?.height ?? 180 });
        const places = [...tidyTree(branches, size, direction, SPACING[direction])];
        expect(places).toHaveLength(branches.length);
        for (const [index, [id, place]] of places.entries()) {
          for (const [other, there] of places.slice(index + 1)) {
            expect(overlaps(place, size(id), there, size(other))).toBe(false);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
