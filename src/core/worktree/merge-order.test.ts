import { describe, expect, it } from 'vitest';
import type { CollisionPair } from './collision.ts';
import { mergeOrder } from './merge-order.ts';

function pair(one: string, other: string, level: CollisionPair['level'], places = 1): CollisionPair {
  const hunk = { line: 1, oursLine: 1, theirsLine: 1, ours: [], base: [], theirs: [] };
  const hunks = level === 'hot' ? Array.from({ length: places }, () => hunk) : [];
  const file = {
    path: `${one}-${other}`,
    level: level === 'hot' ? ('hot' as const) : ('soft' as const),
    kind: null,
    hunks,
  };
  return { one, other, level, files: level === 'clean' ? [] : [file] };
}

const order = (forks: readonly string[], pairs: readonly CollisionPair[]) =>
  mergeOrder(forks, pairs, (id) => id, new Set(['root']));

describe('the order of merging', () => {
  it('keeps forks without conflicts in their order, those that touch nothing shared first', () => {
    const steps = order(['a', 'b', 'c'], [pair('a', 'b', 'soft'), pair('a', 'c', 'clean')]);
    expect(steps.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(steps.every(({ isClean }) => isClean)).toBe(true);
    expect(steps[0]?.reason).toBe('Touches no file that another fork touches.');
    expect(steps[1]?.reason).toBe('Shares files with b, but not lines.');
  });

  it('puts the one fork that is in everybody’s way last, so that only it has to be settled', () => {
    const steps = order(
      ['hub', 'a', 'b', 'c'],
      ['a', 'b', 'c'].map((id) => pair('hub', id, 'hot')),
    );
    expect(steps.map(({ id, isClean }) => [id, isClean])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
      ['hub', false],
    ]);
  });

  it('puts what conflicts with the parent’s own edits last, even when it is at peace with the others', () => {
    const steps = order(['a', 'b'], [pair('root', 'a', 'hot')]);
    expect(steps.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(steps[1]?.reason).toContain("the parent's own edits");
  });

  it('takes those with fewer places first among what must conflict', () => {
    const pairs = [pair('root', 'a', 'hot', 3), pair('root', 'b', 'hot', 1), pair('root', 'c', 'hot', 2)];
    expect(order(['a', 'b', 'c'], pairs).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  });

  it('orders more forks than it tries all choices for', () => {
    const forks = Array.from({ length: 40 }, (_, at) => `f${at}`);
    const steps = order(
      forks,
      forks.slice(1).map((id) => pair('f0', id, 'hot')),
    );
    expect(new Set(steps.map(({ id }) => id)).size).toBe(40);
    expect(steps.at(-1)?.id).toBe('f0');
  });
});
