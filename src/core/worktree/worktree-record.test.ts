import { expect, it } from 'vitest';
import { formatWorktreeRecord, parseWorktreeRecord, type WorktreeRecord } from './worktree-record.ts';

const record: WorktreeRecord = {
  version: 1,
  id: 'id-1',
  name: 'a',
  path: '/data/line\nbreak/a',
  root: '/repo',
  commonDir: '/repo/.git',
  baseCommit: 'c'.repeat(40),
  gitBranch: null,
  createdAt: 1,
  copied: ['.env'],
};

it('comes back as it was written', () => {
  expect(parseWorktreeRecord(formatWorktreeRecord(record))).toEqual(record);
});

it.each(['', '{"version":1', '{"version":2}', '[]', 'null'])('is null for %j', (text) => {
  expect(parseWorktreeRecord(text)).toBeNull();
});
