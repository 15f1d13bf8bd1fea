import { expect, it } from 'vitest';
import { conflictKinds, parseMergeRecords } from './merge-records.ts';

const [T, U, A, B, C] = ['1', '2', 'a', 'b', 'c'].map((digit) => digit.repeat(40));

it('reads clean and conflicted merges from one answer, with odd paths', () => {
  const text = [
    ...['1', T, ''],
    ...['0', U, `100644 ${A} 1\tä\n\tb`, `100644 ${B} 2\tä\n\tb`, `100755 ${C} 3\tä\n\tb`, ''],
    ...['1', 'ä\n\tb', 'Auto-merging', 'Auto-merging ä\n'],
    ...['1', 'ä\n\tb', 'CONFLICT (contents)', 'CONFLICT (content): Merge conflict\n', ''],
    ...['1', U, ''],
  ]
    .map((field) => `${field}\0`)
    .join('');
  const records = parseMergeRecords(text);
  expect(records.map(({ isClean, tree }) => [isClean, tree])).toEqual([
    [true, T],
    [false, U],
    [true, U],
  ]);
  expect(records[1]?.stages).toEqual([
    { path: 'ä\n\tb', mode: '100644', object: A, stage: 1 },
    { path: 'ä\n\tb', mode: '100644', object: B, stage: 2 },
    { path: 'ä\n\tb', mode: '100755', object: C, stage: 3 },
  ]);
  expect(records.map((record) => [...conflictKinds(record)])).toEqual([[], [['ä\n\tb', 'contents']], []]);
});

it('takes an answer that stops in the middle for a failure, and never for a clean merge', () => {
  expect(() => parseMergeRecords(['0', T, `100644 ${A} 1\tx`, ''].join('\0'))).toThrow('middle of a merge');
  expect(() => parseMergeRecords(`-1\0`)).toThrow('could not merge');
  expect(parseMergeRecords('')).toEqual([]);
});
