import { expect, it } from 'vitest';
import { SharedRuns } from './shared-runs.ts';

it('never answers with what began before the call, and joins all that wait', async () => {
  const runs = new SharedRuns<number>();
  const ends: (() => void)[] = [];
  let begun = 0;
  const work = async () => {
    begun += 1;
    const mine = begun;
    await new Promise<void>((resolve) => ends.push(resolve));
    if (mine === 2) throw new Error('second fails');
    return mine;
  };
  const first = runs.run('a', work);
  const others = [runs.run('a', work), runs.run('a', work)];
  const elsewhere = runs.run('b', async () => 100);
  expect(await elsewhere).toBe(100);
  expect(begun).toBe(1);
  ends[0]?.();
  expect(await first).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(begun).toBe(2);
  const third = runs.run('a', work);
  ends[1]?.();
  const outcomes = await Promise.allSettled(others);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  ends[2]?.();
  expect(await third).toBe(3);
});
