import { describe, expect, it } from 'vitest';
import type { EventBody } from './events.ts';
import { fold } from './reduce.ts';
import { EMPTY_SESSION } from './state.ts';
import { branchCreated, SESSION_CREATED, stored } from './testing/event-maker.ts';

const born: EventBody[] = [
  SESSION_CREATED,
  branchCreated('root'),
  branchCreated('f', { parent: 'root', kind: 'fork' }),
  { type: 'worktree-created', branch: 'f', path: '/w/f', baseCommit: 'b', gitBranch: 'forkscope/f', notices: [] },
];
const merged: EventBody = {
  type: 'worktree-merged',
  branch: 'f',
  into: '/repo',
  way: 'changes',
  paths: ['a.txt'],
  commit: null,
  undoId: 'u1',
  undoRef: 'refs/forkscope/undo/u1',
};
const undone = (undoId: string, redoId: string): EventBody => ({
  type: 'worktree-undone',
  branch: 'f',
  undoId,
  redoId,
  redoRef: `refs/forkscope/undo/${redoId}`,
  paths: ['a.txt'],
});
const worktreeAfter = (...events: EventBody[]) =>
  fold(EMPTY_SESSION, stored([...born, ...events])).branches.f?.worktree;

describe('what happened to a worktree', () => {
  it('holds a merge, and how to take it back', () => {
    expect(worktreeAfter()?.merges).toBeUndefined();
    const merge = { into: '/repo', way: 'changes', paths: ['a.txt'], commit: null, at: 5000, isUndone: false };
    expect(worktreeAfter(merged)?.merges).toEqual([{ ...merge, undoId: 'u1', undoRef: 'refs/forkscope/undo/u1' }]);
  });

  it('turns with each undo, which is undone by its own point', () => {
    expect(worktreeAfter(merged, undone('u1', 'u2'))?.merges).toMatchObject([{ isUndone: true, undoId: 'u2' }]);
    const again = worktreeAfter(merged, undone('u1', 'u2'), undone('u2', 'u3'));
    expect(again?.merges).toMatchObject([{ isUndone: false, undoId: 'u3', undoRef: 'refs/forkscope/undo/u3' }]);
  });

  it('comes back where it was restored, with its counts and merges', () => {
    const state = fold(
      EMPTY_SESSION,
      stored([
        ...born,
        { type: 'worktree-changed', branch: 'f', files: 1, added: 2, removed: 3, paths: ['a.txt'] },
        merged,
        { type: 'worktree-removed', branch: 'f', backupRef: 'refs/forkscope/backup/f' },
        {
          type: 'worktree-restored',
          branch: 'f',
          path: '/w/f-2',
          baseCommit: 'b',
          gitBranch: 'forkscope/f-2',
          backupRef: 'refs/forkscope/backup/f',
          notices: ['n'],
        },
      ]),
    );
    expect(state.problems).toEqual([]);
    expect(state.branches.f).toMatchObject({ root: '/w/f-2', worktree: { path: '/w/f-2', files: 1, notices: ['n'] } });
    expect(state.branches.f?.worktree?.removedRef).toBeUndefined();
    expect(state.branches.f?.worktree?.merges).toHaveLength(1);
  });

  it('is a problem of its line for a branch without a worktree', () => {
    const state = fold(EMPTY_SESSION, stored([SESSION_CREATED, branchCreated('f'), merged]));
    expect(state.problems).toEqual([{ line: 3, reason: 'worktree-merged: branch f has no worktree' }]);
  });
});
