import { describe, expect, it } from 'vitest';
import type { BranchStatus } from '../session/events.ts';
import { actionsFor } from './branch-actions.ts';

const branch = { kind: 'fork', worktree: {}, entries: [{}] } as const;
const STATUSES: readonly BranchStatus[] = [
  'starting',
  'held',
  'running',
  'waiting',
  'paused',
  'completed',
  'failed',
  'interrupted',
];
const thatAllow = (action: Parameters<ReturnType<typeof actionsFor>['has']>[0]) =>
  STATUSES.filter((status) => actionsFor({ ...branch, status }).has(action));

describe('actionsFor', () => {
  it('offers abort exactly while a branch has not ended', () => {
    expect(thatAllow('abort')).toEqual(['starting', 'held', 'running', 'waiting', 'paused']);
  });

  it('pauses what runs or waits, resumes what is paused, skips what is held', () => {
    expect(thatAllow('pause')).toEqual(['starting', 'held', 'running', 'waiting']);
    expect(thatAllow('resume')).toEqual(['paused']);
    expect(thatAllow('skip-hold')).toEqual(['held']);
  });

  it('lets an ended branch be woken with a message', () => {
    expect(thatAllow('steer')).toEqual(['running', 'waiting', 'paused', 'completed', 'failed', 'interrupted']);
  });

  it('forks only from a branch that has said something', () => {
    expect(thatAllow('fork')).not.toContain('held');
    expect(actionsFor({ ...branch, status: 'running', entries: [] }).has('fork')).toBe(false);
  });

  it('shows a diff only where files of its own can change', () => {
    expect(actionsFor({ ...branch, status: 'running', worktree: null }).has('diff')).toBe(false);
    expect(actionsFor({ ...branch, status: 'running', worktree: null, kind: 'root' }).has('diff')).toBe(true);
  });
});
