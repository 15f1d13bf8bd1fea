import { expect, test } from 'vitest';
import { selectDescendants } from './descendants.ts';
import type { ProcessEntry } from './process-table.ts';

const KEEPER = { pid: 100, startedAt: 5000 };

function entry(pid: number, parentPid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parentPid, sessionId: 1, startedAt: 6000, zombie: false, marked: false, command: `p${pid}`, ...more };
}

function pids(entries: readonly ProcessEntry[], ownPid = 50): number[] {
  return selectDescendants(entries, KEEPER, ownPid).map(({ pid }) => pid);
}

const keeper = entry(100, 50, { sessionId: 100, startedAt: 5000, marked: true });

test('children and grandchildren, in any order of the table', () => {
  expect(pids([entry(103, 102), entry(102, 101), entry(101, 100), keeper, entry(200, 1)])).toEqual([103, 102, 101]);
});

test('orphans of the session, and their children', () => {
  expect(pids([keeper, entry(110, 1, { sessionId: 100 }), entry(111, 110, { sessionId: 111 })])).toEqual([110, 111]);
});

test('daemons with the variable, and their children', () => {
  expect(pids([keeper, entry(120, 1, { sessionId: 120, marked: true }), entry(121, 120)])).toEqual([120, 121]);
});

test('never the keeper, the dead, the first process of the machine or ourselves', () => {
  const all = [
    keeper,
    entry(101, 100, { zombie: true }),
    entry(1, 0, { marked: true }),
    entry(50, 1, { marked: true }),
  ];
  expect(pids(all)).toEqual([]);
});

test("a keeper's number that went to another process does not make that one's children ours", () => {
  const successor = entry(100, 1, { sessionId: 100, startedAt: 9000 });
  expect(pids([successor, entry(130, 100, { sessionId: 100 }), entry(140, 1, { marked: true })])).toEqual([140]);
});

test('works where sessions and start times are not known', () => {
  const unknown = { sessionId: null, startedAt: null };
  const table = [entry(100, 50, unknown), entry(101, 100, unknown), entry(150, 1, { ...unknown, marked: true })];
  expect(selectDescendants(table, { pid: 100, startedAt: null }, 50).map(({ pid }) => pid)).toEqual([101, 150]);
});
