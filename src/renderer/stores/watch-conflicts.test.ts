import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CollisionMatrix } from '../../core/worktree/collision-matrix.ts';
import { type Play, playScene } from '../testing/play-scene.ts';
import { conflictStore } from './conflict-store.ts';
import { connectConflicts } from './watch-conflicts.ts';

const MATRIX: CollisionMatrix = {
  sides: [
    { id: 'root', changedFiles: null, problem: null },
    { id: 'f1', changedFiles: 1, problem: null },
    { id: 'f2', changedFiles: 1, problem: null },
  ],
  pairs: [
    { one: 'root', other: 'f1', level: 'hot', files: [] },
    { one: 'f1', other: 'f2', level: 'soft', files: [] },
    { one: 'root', other: 'f2', level: 'clean', files: [] },
  ],
  order: [],
  computedPairs: 3,
};

let play: Play;
let stop: () => void;
let isHidden = false;
beforeEach(async () => {
  play = await playScene('running');
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.spyOn(play.host, 'call').mockImplementation(async (name, params) => {
    play.host.calls.push({ name, params });
    return { ok: true, value: MATRIX as never };
  });
  stop = connectConflicts();
});
afterEach(async () => {
  stop();
  isHidden = false;
  vi.useRealTimers();
  vi.restoreAllMocks();
  await play.stop();
});

const change = (branch: string, lines: number) =>
  play.host.emit({ type: 'worktree-changed', branch, files: 1, added: lines, removed: 0, paths: ['a.ts'] });
const looks = () => play.sent('worktree.matrix').map((params) => (params as { changed: unknown }).changed);
const pass = () => vi.advanceTimersByTimeAsync(1_500);

it('looks once after a burst, first at all and then at what changed, with its parent', async () => {
  for (const lines of [1, 2, 3]) change('f1', lines);
  await pass();
  expect(looks()).toEqual([null]);
  expect(conflictStore.getState()).toMatchObject({ isBusy: false, fault: null });
  expect(conflictStore.getState().pairs).toHaveLength(2);
  // A fork and its parent have a line between them already.
  expect(conflictStore.getState().forkPairs.map(({ other }) => other)).toEqual(['f2']);

  change('f2', 4);
  await pass();
  expect(looks().slice(1)).toEqual([['f2', 'root']]);
  await pass();
  expect(looks()).toHaveLength(2);
});

it('does nothing while nobody can see the window, and looks when it comes back', async () => {
  isHidden = true;
  change('f1', 1);
  await pass();
  expect(looks()).toEqual([]);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await pass();
  expect(looks()).toEqual([null]);
});
