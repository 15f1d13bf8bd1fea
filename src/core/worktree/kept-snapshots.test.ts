import { expect, it } from 'vitest';
import { expiredSnapshots, type SnapshotRef } from './kept-snapshots.ts';
import { formatSnapshotMessage, keeperOf } from './snapshot-message.ts';

const DAY = 86_400_000;
const ref = (sessionId: string, branch: string, at: number, keeper: string | null = '/data'): SnapshotRef => ({
  ref: `refs/forkscope/snapshots/${sessionId}/${branch}`,
  sessionId,
  branch,
  commit: 'c',
  at,
  keeper,
});
const rule = { keeper: '/data', existing: new Set(['there']), now: 100 * DAY, days: 14 };
const gone = (...refs: SnapshotRef[]) => expiredSnapshots(refs, rule).map((each) => `${each.sessionId}/${each.branch}`);

it('lets go what is old, ours, and of no session that is there', () => {
  expect(gone(ref('there', 'fork-1', 0), ref('lost', 'fork-1', 0), ref('lost', 'fork-2', 3))).toEqual([
    'lost/fork-1',
    'lost/fork-2',
  ]);
});

it('keeps all of a session whose last moment is not that old', () => {
  expect(gone(ref('lost', 'fork-1', 0), ref('lost', 'fork-2', 87 * DAY))).toEqual([]);
  expect(gone(ref('lost', 'fork-1', 86 * DAY))).toEqual(['lost/fork-1']);
});

it('leaves alone what another data folder keeps, or nobody says who', () => {
  expect(gone(ref('lost', 'fork-1', 0, '/other'), ref('older', 'fork-1', 0, null))).toEqual([]);
  expect(gone(ref('lost', 'fork-1', 0), ref('lost', 'fork-2', 0, '/other'))).toEqual([]);
});

it('reads back who keeps it, whatever the path', () => {
  expect(keeperOf(formatSnapshotMessage('/a "b"\nForkscope-Kept-By: "x"', 's/fork-1'))).toBe(
    '/a "b"\nForkscope-Kept-By: "x"',
  );
  expect(keeperOf('Forkscope: the files of a fork while it worked')).toBeNull();
  expect(keeperOf('x\n\nForkscope-Kept-By: nonsense')).toBeNull();
});
