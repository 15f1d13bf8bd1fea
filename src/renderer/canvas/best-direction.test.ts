import { describe, expect, it } from 'vitest';
import { bestDirection, fittingZoom } from './best-direction.ts';

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

describe('bestDirection', () => {
  const zooms = (down: number, right: number, list: number) => (direction: 'down' | 'right' | 'list') =>
    ({ down, right, list })[direction];

  it('turns to where the tree is clearly larger', () => {
    expect(bestDirection(zooms(0.4, 0.5, 0.9), 'down')).toBe('list');
  });

  it('stays where it is for a small gain, so that a dragged split does not turn it to and fro', () => {
    expect(bestDirection(zooms(0.8, 0.9, 0.7), 'down')).toBe('down');
    expect(bestDirection(zooms(0.8, 0.9, 0.7), 'right')).toBe('right');
  });

  it('prefers downwards when all fit alike', () => {
    expect(bestDirection(zooms(1, 1, 1), 'down')).toBe('down');
  });
});
