import { describe, expect, it } from 'vitest';
import type { TreeBranch } from '../../core/graph/tree-structure.ts';
import { bestLayout, fittingZoom, type Layout, layoutsFor, tidyPlaces } from './best-layout.ts';
import { CARD } from './card-node.ts';

const card = { width: 300, height: 200 };

describe('fittingZoom', () => {
  it('is 1 when there is room to spare', () => {
    expect(fittingZoom([{ x: 0, y: 0 }], card, { width: 1_000, height: 900 })).toBe(1);
  });

  it('follows the tighter of width and height, margins left free', () => {
    const places = [
      { x: 0, y: 0 },
      { x: 700, y: 0 },
    ];
    expect(fittingZoom(places, card, { width: 548, height: 900 })).toBeCloseTo(0.5);
  });
});

describe('bestLayout', () => {
  const down: Layout = { direction: 'down', shelf: null };
  const [shelved, longer, right, list] = [
    { ...down, shelf: 4 },
    { ...down, shelf: 8 },
    { direction: 'right', shelf: null } as Layout,
    { direction: 'list', shelf: null } as Layout,
  ];
  const zooms = (given: ReadonlyMap<Layout, number>) => (layout: Layout) => given.get(layout) ?? 0;
  const choose = (given: readonly (readonly [Layout, number])[], present: Layout) =>
    bestLayout(
      given.map(([layout]) => layout),
      zooms(new Map(given)),
      present,
    );

  it('turns to where the tree is clearly larger', () => {
    expect(
      choose(
        [
          [down, 0.4],
          [right, 0.5],
          [list, 0.9],
        ],
        down,
      ),
    ).toBe(list);
  });

  it('stays where it is for a small gain, so that a dragged split does not turn it to and fro', () => {
    expect(
      choose(
        [
          [down, 0.8],
          [right, 0.9],
          [list, 0.7],
        ],
        down,
      ),
    ).toBe(down);
    expect(
      choose(
        [
          [down, 0.8],
          [right, 0.9],
          [list, 0.7],
        ],
        right,
      ),
    ).toBe(right);
  });

  it('wraps anew only for a clear gain, so that a newcomer does not move its siblings', () => {
    expect(
      choose(
        [
          [down, 0.2],
          [shelved, 0.5],
          [longer, 0.54],
        ],
        shelved,
      ),
    ).toBe(shelved);
    expect(
      choose(
        [
          [down, 0.2],
          [shelved, 0.5],
          [longer, 0.6],
        ],
        shelved,
      ),
    ).toBe(longer);
  });

  it('prefers downwards when all fit alike', () => {
    expect(
      choose(
        [
          [down, 1],
          [right, 1],
          [list, 1],
        ],
        down,
      ),
    ).toBe(down);
  });
});

describe('two dozen forks', () => {
  const branch = (id: string, parent: string | null): TreeBranch => ({ id, parent, kind: 'fork', hidden: 0 });
  const branches = [branch('r', null), ...Array.from({ length: 24 }, (_, index) => branch(`f${index}`, 'r'))];

  // The tree's box in windows of 1440x900 and 900x600, with the sessions, the bar and the prompt box around it.
  it.each([
    [{ width: 1_184, height: 740 }, 0.4],
    [{ width: 692, height: 440 }, 0.2],
  ])('stand in a box of %j at a zoom that can be read', (box, least) => {
    const zoomOf = (layout: Layout) => fittingZoom(tidyPlaces(branches, layout).values(), CARD, box);
    const layout = bestLayout(layoutsFor(branches, 'auto'), zoomOf, { direction: 'down', shelf: null });
    expect(layout.shelf).not.toBeNull();
    expect(zoomOf(layout)).toBeGreaterThan(least);
    expect(zoomOf({ direction: 'down', shelf: null })).toBeLessThan(least / 2);
  });

  it('keeps few siblings in one row', () => {
    expect(layoutsFor(branches.slice(0, 6), 'down')).toEqual([{ direction: 'down', shelf: null }]);
  });
});
