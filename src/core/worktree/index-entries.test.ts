import { expect, it } from 'vitest';
import { parseLeftOver, parseUnwatchedPaths } from './index-entries.ts';

it('finds entries that hide their file, by the tags of ls-files -v', () => {
  const text = 'H plain\0h assumed\0S skipped\0s both marks\0M conflict\0M conflict\0';
  expect(parseUnwatchedPaths(text)).toEqual({
    assumeUnchanged: ['assumed', 'both marks'],
    skipWorktree: ['skipped', 'both marks'],
  });
});

it('names what an index just filled from the files still lacks', () => {
  const ids = `${'a'.repeat(40)} ${'a'.repeat(40)}`;
  const text = [
    `1 A. N... 000000 100644 100644 ${ids} taken\0`,
    `1 .M N... 100644 100644 100644 ${ids} not readable\0`,
    `1 .M S.M. 160000 160000 160000 ${ids} dirty-submodule\0`,
    '? inner/\0',
    '? secret file\0',
  ].join('');
  expect(parseLeftOver(text)).toEqual([
    { path: 'not readable', reason: 'not-readable' },
    { path: 'inner', reason: 'embedded-repository' },
    { path: 'secret file', reason: 'not-readable' },
  ]);
});
