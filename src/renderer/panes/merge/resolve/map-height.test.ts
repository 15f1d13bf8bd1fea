import { expect, it } from 'vitest';
import { heightAtScroll, mapHeight, scrollAtHeight } from './map-height.ts';

it('maps the same places onto each other, and in proportion between them', () => {
  const [from, to] = [
    [0, 100, 200, 1000],
    [0, 100, 500, 1300],
  ];
  expect([0, 50, 100, 150, 200, 600, 1000].map((height) => mapHeight(height, from, to))).toEqual([
    0, 50, 100, 300, 500, 900, 1300,
  ]);
  // A place without lines on one side stands still there.
  expect(mapHeight(150, [0, 100, 200], [0, 40, 40])).toBe(40);
  expect([
    mapHeight(99, [0, 100, 100, 200], [0, 100, 300, 400]),
    mapHeight(100, [0, 100, 100, 200], [0, 100, 300, 400]),
  ]).toEqual([99, 300]);
});

it('reaches the start and the end of both at the same time', () => {
  expect([0, 400, 800].map((scroll) => heightAtScroll(scroll, 1000, 200))).toEqual([0, 500, 1000]);
  expect([0, 500, 1000].map((height) => scrollAtHeight(height, 1000, 200))).toEqual([0, 400, 800]);
  expect([heightAtScroll(0, 100, 200), scrollAtHeight(90, 100, 200)]).toEqual([0, 0]);
});
