import { describe, expect, it } from 'vitest';
import { conflictTask } from './conflict-task.ts';
import { type MergeConflict, type MergeFacts, mergeReadiness } from './merge-plan.ts';
import { pickHunks, splitFilePatch } from './patch-hunks.ts';
import { proposeMessage } from './propose-message.ts';
import { formatUndoMessage, parseUndoMessage, type UndoNote } from './undo-message.ts';

const conflict: MergeConflict = {
  path: 'c.txt',
  kind: 'contents',
  base: null,
  ours: { text: 'parent line\n', mode: '100644' },
  theirs: { text: 'fork line\n', mode: '100644' },
  marked: null,
  isResolved: false,
};
const facts: MergeFacts = {
  way: 'changes',
  files: [{ path: 'a.txt', status: 'modified', added: 1, removed: 0, binary: false }],
  dirty: [],
  consent: [],
  conflicts: [],
  obstacles: [],
  commits: [],
};

describe('a merge may run', () => {
  it.each<[string, Partial<MergeFacts>, string]>([
    ['as it is', {}, 'ready'],
    [
      'never over an obstacle, whatever was agreed to',
      { obstacles: ['No.'], dirty: ['a.txt'], consent: ['a.txt'] },
      'blocked',
    ],
    ['not with an open conflict', { conflicts: [conflict] }, 'conflicts'],
    ['with a settled one', { conflicts: [{ ...conflict, isResolved: true }] }, 'ready'],
    ['not without anything to do', { files: [] }, 'nothing'],
    ['not on a dirty file', { dirty: ['a.txt', 'b.txt'], consent: ['a.txt'] }, 'needs-consent'],
    ['on a dirty file that was agreed to', { dirty: ['a.txt'], consent: ['a.txt', 'z.txt'] }, 'ready'],
  ])('%s', (_, change, kind) => {
    expect(mergeReadiness({ ...facts, ...change }).kind).toBe(kind);
  });

  it('names only the files that were not agreed to', () => {
    const readiness = mergeReadiness({ ...facts, dirty: ['a.txt', 'b.txt'], consent: ['a.txt'] });
    expect(readiness.kind === 'needs-consent' && readiness.message).toMatch(/^b\.txt has uncommitted edits/);
  });
});

it('a task for a fork quotes what the parent has, and only of open conflicts', () => {
  expect(conflictTask([{ ...conflict, isResolved: true }])).toBeNull();
  const task = conflictTask([conflict, { ...conflict, path: 'gone.txt', ours: null }]);
  expect(task).toContain('File: c.txt (contents)\nThe parent’s version:'.replace('’', "'"));
  expect(task).toContain('parent line');
  expect(task).toContain('the parent deleted it');
  expect(task).not.toContain('fork line');
});

it('a patch is cut into hunks and put together again', () => {
  const head = 'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n';
  const [first, second] = ['@@ -1 +1 @@\n-a\n+b\n', '@@ -9 +9,2 @@ f\n c\n+@@ d\n\\ No newline at end of file\n'];
  const patch = splitFilePatch(head + first + second);
  expect(patch).toEqual({ head, hunks: [first, second] });
  expect(pickHunks(patch, [1, 1])).toBe(head + second);
  expect(pickHunks(patch, [0, 1])).toBe(head + first + second);
  expect(pickHunks(patch, [2])).toBeNull();
  expect(pickHunks(patch, [])).toBeNull();
});

it('a message is proposed from title and report', () => {
  expect(proposeMessage('Fix  the\nparser', ' Two cases.\r\nTested. ')).toBe('Fix the parser\n\nTwo cases.\nTested.');
  expect(proposeMessage(' ', null)).toBe('Work of a fork');
  const [subject = ''] = proposeMessage('word '.repeat(40), null).split('\n');
  expect(subject.length).toBeLessThanOrEqual(72);
  expect(subject).toMatch(/word…$/);
});

it('an undo point says in its message how to come back, whatever the paths are called', () => {
  const commit = (digit: string) => digit.repeat(40);
  const note: UndoNote = {
    version: 1,
    root: '/a "b"\nc',
    fork: 'f',
    action: 'merge',
    headBefore: commit('1'),
    headAfter: commit('2'),
    filesAfter: commit('3'),
    indexBefore: null,
    indexAfter: commit('4'),
  };
  expect(parseUndoMessage(formatUndoMessage(note, ['x\nForkscope-Undo: {}', 'ü']))).toEqual(note);
  expect(parseUndoMessage('Something else\n')).toBeNull();
  expect(parseUndoMessage('Forkscope-Undo: {"version":2}\n')).toBeNull();
});
