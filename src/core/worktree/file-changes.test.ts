import { expect, it } from 'vitest';
import { parseFileChanges } from './file-changes.ts';
import { parseRawDiff } from './raw-diff.ts';

const a = 'a'.repeat(40);
const b = 'b'.repeat(40);
const none = '0'.repeat(40);

it('joins raw records and counts, for renames, binary files and paths with tabs', () => {
  const raw = [
    `:100644 100644 ${a} ${b} M\0src/Ö — 1.ts\0`,
    `:100644 100755 ${a} ${b} R090\0old name\0new name\0`,
    `:000000 100644 ${none} ${b} A\0logo.png\0`,
    `:100644 000000 ${a} ${none} D\0tab\there\0`,
    `:100644 120000 ${a} ${b} T\0link\0`,
  ].join('');
  const counts =
    '3\t1\tsrc/Ö — 1.ts\0' + '2\t2\t\0old name\0new name\0' + '-\t-\tlogo.png\0' + '0\t7\ttab\there\0' + '1\t4\tlink\0';
  expect(parseFileChanges(raw + counts)).toEqual({
    files: [
      { path: 'src/Ö — 1.ts', status: 'modified', added: 3, removed: 1, binary: false },
      { path: 'new name', status: 'renamed', added: 2, removed: 2, binary: false, from: 'old name' },
      { path: 'logo.png', status: 'added', added: 0, removed: 0, binary: true },
      { path: 'tab\there', status: 'deleted', added: 0, removed: 7, binary: false },
      { path: 'link', status: 'type-changed', added: 1, removed: 4, binary: false },
    ],
    added: 6,
    removed: 14,
  });
});

it('has no files for no output', () => {
  expect(parseFileChanges('')).toEqual({ files: [], added: 0, removed: 0 });
});

it('keeps the modes, which tell submodules and symlinks from files', () => {
  expect(parseRawDiff(`:000000 160000 ${none} ${b} A\0nested\0`)).toEqual([
    { path: 'nested', status: 'added', oldMode: '000000', newMode: '160000' },
  ]);
});

it('refuses a kind of change that it does not know, rather than drop a file', () => {
  expect(() => parseRawDiff(`:100644 100644 ${a} ${b} Z\0x\0`)).toThrow('unknown kind "Z"');
});
