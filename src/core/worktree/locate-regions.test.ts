import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openConflicts } from './conflict-document.ts';
import { locateRegions } from './locate-regions.ts';

/** git's own three-way merge, with diff3 markers. */
function merge(ours: string, base: string, theirs: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forkscope-locate-'));
  try {
    const files = Object.entries({ ours, base, theirs }).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return name;
    });
    const args = [
      'merge-file',
      '-p',
      '--diff3',
      ...['ours', 'base', 'theirs'].flatMap((name) => ['-L', name]),
      ...files,
    ];
    // Its exit code is the number of conflicts.
    return execFileSync('sh', ['-c', 'git "$@" || true', 'sh', ...args], { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const many = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `line ${from + at}`);
const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

it('finds the lines in either side’s own file, whatever the other one added or took away above them', () => {
  const base = [...many(0, 20), 'shoes', ...many(20, 40), 'hat', ...many(40, 60)];
  const ours = ['mine', 'mine too', ...base].map((line) => ({ shoes: 'wet shoes', hat: 'wet hat' })[line] ?? line);
  const theirs = base
    .filter((line) => line !== 'line 5' && line !== 'line 30')
    .flatMap((line) => ({ shoes: ['dry shoes', 'and socks'], hat: ['dry hat'] })[line] ?? [line]);
  const opened = openConflicts(merge(text(ours), text(base), text(theirs)), { ours: 'ours', theirs: 'theirs' });
  const at = (side: 'ours' | 'theirs', lines: readonly string[]) =>
    locateRegions(opened.text, opened.regions, side, text(lines)).map(({ line, count }) =>
      lines.slice(line - 1, line - 1 + count),
    );
  expect(at('ours', ours)).toEqual([['wet shoes'], ['wet hat']]);
  expect(at('theirs', theirs)).toEqual([['dry shoes', 'and socks'], ['dry hat']]);
});

it('finds where lines were taken away, and the right one of two that are alike', () => {
  const base = ['x', ...many(0, 10), 'x', ...many(10, 20)];
  const ours = ['new', 'x', ...many(0, 10), 'y', ...many(10, 20)];
  const theirs = base.filter((_, index) => index !== 11);
  const opened = openConflicts(merge(text(ours), text(base), text(theirs)), { ours: 'ours', theirs: 'theirs' });
  expect(locateRegions(opened.text, opened.regions, 'theirs', text(theirs))).toEqual([{ line: 12, count: 0 }]);
  expect(locateRegions(opened.text, opened.regions, 'ours', text(ours))).toEqual([{ line: 13, count: 1 }]);
});
