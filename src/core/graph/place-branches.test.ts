import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps, type Place, placeBranches, type Size } from './place-branches.ts';
import type { TreeBranch } from './tree-structure.ts';

const branch = (id: string, parent: string | null): TreeBranch => ({ id, parent, kind: 'fork', hidden: 0 });
const size = (): Size => ({ width: 100, height: 60 });
const common = { size, gap: 20, direction: 'down' } as const;

describe('placeBranches', () => {
  it('takes the tidy places while nobody has arranged anything', () => {
    const tidy = new Map([
      ['root', { x: 0, y: 0 }],
      ['a', { x: 5, y: 90 }],
    ]);
    const current = new Map([['root', { x: 70, y: 70 }]]);
    const branches = [branch('root', null), branch('a', 'root')];
    expect(placeBranches({ ...common, branches, tidy, current, arranged: false })).toEqual(tidy);
  });

  it('puts a newcomer at its tidy distance from where its parent really stands', () => {
    const tidy = new Map([
      ['root', { x: 0, y: 0 }],
      ['a', { x: 5, y: 90 }],
    ]);
    const current = new Map([['root', { x: 1_000, y: 500 }]]);
    const places = placeBranches({
      ...common,
      branches: [branch('root', null), branch('a', 'root')],
      tidy,
      current,
      arranged: true,
    });
    expect(places.get('a')).toEqual({ x: 1_005, y: 590 });
  });

  it('never moves what stands in an arranged tree, and never covers it with a newcomer', () => {
    const spot = fc.record({ x: fc.integer({ min: -400, max: 400 }), y: fc.integer({ min: -400, max: 400 }) });
    const direction = fc.constantFrom('down' as const, 'right' as const, 'list' as const);
    fc.assert(
      fc.property(
        fc.array(spot, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        direction,
        (spots, born, way) => {
          const old = spots.map((_, index) => branch(`old${index}`, index === 0 ? null : 'old0'));
          const fresh = Array.from({ length: born }, (_, index) => branch(`new${index}`, 'old0'));
          const branches = [...old, ...fresh];
          const tidy = new Map(branches.map(({ id }, index): [string, Place] => [id, { x: index * 130, y: 90 }]));
          const current = new Map(spots.map((place, index): [string, Place] => [`old${index}`, place]));
          const places = placeBranches({ ...common, direction: way, branches, tidy, current, arranged: true });
          for (const { id } of old) expect(places.get(id)).toEqual(current.get(id));
          for (const { id } of fresh) {
            const own = places.get(id) ?? { x: 0, y: 0 };
            for (const [other, place] of places) {
              if (other !== id) expect(overlaps(own, size(), place, size())).toBe(false);
            }
          }
        },
      ),
    );
  });
});

describe('overlaps', () => {
  it('is false for cards that only touch, true within the margin', () => {
    const [a, b] = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    expect(overlaps(a, size(), b, size())).toBe(false);
    expect(overlaps(a, size(), b, size(), 1)).toBe(true);
  });
});
