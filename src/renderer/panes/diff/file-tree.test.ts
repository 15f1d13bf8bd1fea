import { expect, test } from 'vitest';
import { buildTree, filterFiles, treeRows } from './file-tree.ts';
import { parsePatch } from './parse-patch.ts';

const patchOf = (...paths: readonly string[]) =>
  parsePatch(
    paths
      .map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,2 @@\n-x\n+y\n+z\n`)
      .join(''),
  );

const shown = (files: ReturnType<typeof patchOf>, closed: readonly string[] = []) =>
  treeRows(buildTree(files), new Set(closed)).map((row) => `${'  '.repeat(row.level - 1)}${row.name}`);

test('folders come first, each by name; a chain of single folders is one row', () => {
  const files = patchOf('z.ts', 'src/main/ipc/a10.ts', 'src/main/ipc/a9.ts', 'b/one.ts', 'b/c/two.ts');
  expect(shown(files)).toEqual(['b', '  c', '    two.ts', '  one.ts', 'src/main/ipc', '  a9.ts', '  a10.ts', 'z.ts']);
  expect(buildTree(files).files.map(({ path }) => path)).toEqual([
    'b/c/two.ts',
    'b/one.ts',
    'src/main/ipc/a9.ts',
    'src/main/ipc/a10.ts',
    'z.ts',
  ]);
});

test('a closed folder keeps its sums', () => {
  const files = patchOf('b/one.ts', 'b/c/two.ts', 'z.ts');
  expect(shown(files, ['b'])).toEqual(['b', 'z.ts']);
  expect(treeRows(buildTree(files), new Set(['b']))[0]).toMatchObject({
    isOpen: false,
    files: 2,
    added: 4,
    removed: 2,
  });
});

test('the filter takes every word, in any case', () => {
  const files = patchOf('src/Cart.ts', 'src/cart.test.ts', 'docs/cart.md');
  expect(filterFiles(files, ' CART src ').map(({ path }) => path)).toEqual(['src/Cart.ts', 'src/cart.test.ts']);
  expect(filterFiles(files, '')).toBe(files);
});
