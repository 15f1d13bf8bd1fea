import { describe, expect, it } from 'vitest';
import { packShelves } from './shelves.ts';

const spacing = { sibling: 10, shelf: 40, trunk: 30 };
const box = (across: number, along = 50) => ({ across, along });

describe('packShelves', () => {
  it('fills the left half, then the right half, then the next shelf', () => {
    // A half is (250 - 30) / 2 = 110 long: one box of 100.
    const { corners, across, along } = packShelves([box(100), box(100), box(100)], 250, spacing);
    expect(corners).toEqual([
      { across: 0, along: 0 },
      { across: 130, along: 0 },
      { across: 0, along: 90 },
    ]);
    expect({ across, along }).toEqual({ across: 230, along: 140 });
  });

  it('keeps the trunk in the middle when the halves differ', () => {
    const { corners, across } = packShelves([box(40), box(100)], 250, spacing);
    // 40 + 10 + 100 is longer than half a shelf: the second goes to the right, and the left half grows to its length.
    expect(corners).toEqual([
      { across: 60, along: 0 },
      { across: 130, along: 0 },
    ]);
    expect(across).toBe(230);
  });

  it('puts a shelf below the deepest box of the one above', () => {
    const { corners } = packShelves([box(100, 50), box(100, 300), box(100, 50)], 250, spacing);
    expect(corners[2]).toEqual({ across: 0, along: 340 });
  });

  it('grows to a box that is longer than half a shelf', () => {
    expect(packShelves([box(400), box(100)], 250, spacing).across).toBe(830);
  });
});
