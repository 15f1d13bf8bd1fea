import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choiceOf, openConflicts, usesCrlf } from './conflict-document.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forkscope-conflict-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What git itself makes of three versions. */
function mergeOf(ours: string, base: string, theirs: string): string {
  const files = { ours, base, theirs };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = [
    'merge-file',
    '-p',
    '--diff3',
    '-L',
    'parent',
    '-L',
    'before both',
    '-L',
    'fork',
    'ours',
    'base',
    'theirs',
  ];
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const LABELS = { ours: 'parent', theirs: 'fork' };
const BASE = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n';

describe('openConflicts', () => {
  it('shows the former lines where git could not merge, and its merge everywhere else', () => {
    const ours = BASE.replace('two', '2').replace('nine', '9 ours');
    const theirs = BASE.replace('five', 'FIVE').replace('nine', '9 theirs\nten');
    const { text, regions } = openConflicts(mergeOf(ours, BASE, theirs), LABELS);
    expect(text).toBe(BASE.replace('two', '2').replace('five', 'FIVE'));
    expect(regions).toHaveLength(1);
    expect(regions[0]).toMatchObject({ base: 'nine\n', ours: '9 ours\n', theirs: '9 theirs\nten\n' });
    expect(text.slice(regions[0]?.from, regions[0]?.to)).toBe('nine\n');
    expect(ours.split('\n')[(regions[0]?.oursLine ?? 0) - 1]).toBe('9 ours');
    expect(theirs.split('\n')[(regions[0]?.theirsLine ?? 0) - 1]).toBe('9 theirs');
  });

  it('gives either side whole when all of its regions are taken', () => {
    const ours = BASE.replace('one', '1').replace('five\n', '').replace('nine', '9');
    const theirs = BASE.replace('one', 'uno').replace('five', 'cinque').replace('nine', 'nove');
    const { text, regions } = openConflicts(mergeOf(ours, BASE, theirs), LABELS);
    expect(regions).toHaveLength(3);
    const take = (side: 'ours' | 'theirs') =>
      [...regions].reverse().reduce((now, each) => now.slice(0, each.from) + each[side] + now.slice(each.to), text);
    expect(take('ours')).toBe(ours);
    expect(take('theirs')).toBe(theirs);
  });

  it('has an empty region where both added something', () => {
    const { text, regions } = openConflicts(mergeOf('a\nx\n', 'a\n', 'a\ny\n'), LABELS);
    expect(text).toBe('a\n');
    expect(regions).toMatchObject([{ from: 2, to: 2, ours: 'x\n', theirs: 'y\n', base: '' }]);
  });
});

describe('choiceOf', () => {
  it('tells by the text how a place is settled', () => {
    const [region] = openConflicts(mergeOf('a\nx\n', 'a\nb\n', 'a\ny\n'), LABELS).regions;
    if (!region) throw new Error('no conflict');
    const words = ['b\n', 'x\n', 'y\n', 'x\ny\n', 'z\n'].map((now) => choiceOf(region, now, false));
    expect(words).toEqual(['open', 'ours', 'theirs', 'both', 'edited']);
    expect(choiceOf(region, 'b\n', true)).toBe('before');
  });
});

it('knows a text of CR LF lines from a mixed one', () => {
  expect([usesCrlf('a\r\nb\r\n'), usesCrlf('a\r\nb\n'), usesCrlf('a\nb\n'), usesCrlf('a')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
