import { expect, it } from 'vitest';
import { parseWorktreeList } from './worktree-list.ts';

const commit = 'c'.repeat(40);

it('reads main, detached, locked and prunable entries with paths that hold spaces and newlines', () => {
  const text = [
    `worktree /repo one\0HEAD ${commit}\0branch refs/heads/topic/ü\0\0`,
    `worktree /w/line\nbreak\0HEAD ${commit}\0detached\0locked why not\0\0`,
    `worktree /gone\0HEAD ${commit}\0branch refs/heads/x\0locked\0prunable gitdir file points to non-existent location\0\0`,
  ].join('');
  expect(parseWorktreeList(text)).toEqual([
    { path: '/repo one', head: commit, gitBranch: 'topic/ü', isBare: false, lockReason: null, prunableReason: null },
    {
      path: '/w/line\nbreak',
      head: commit,
      gitBranch: null,
      isBare: false,
      lockReason: 'why not',
      prunableReason: null,
    },
    {
      path: '/gone',
      head: commit,
      gitBranch: 'x',
      isBare: false,
      lockReason: '',
      prunableReason: 'gitdir file points to non-existent location',
    },
  ]);
});

it('has no head for a bare repository, nor before the first commit', () => {
  const entries = parseWorktreeList(
    `worktree /bare\0bare\0\0worktree /new\0HEAD ${'0'.repeat(40)}\0branch refs/heads/main\0\0`,
  );
  expect(entries.map((entry) => [entry.path, entry.isBare, entry.head])).toEqual([
    ['/bare', true, null],
    ['/new', false, null],
  ]);
});
