import { expect, test } from 'vitest';
import { parsePatch } from './parse-patch.ts';

/** Written by git 2.39 (`git diff -M HEAD~1` with core.quotePath on), shortened to what differs. */
const PATCH = `diff --git a/src/cart.ts b/src/cart.ts
index 5b5f5fd..d8f8f31 100644
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -1,3 +1,4 @@
 one
-two
+2
+++two and a half
 three
diff --git a/old name.ts b/new name.ts
similarity index 100%
rename from old name.ts
rename to new name.ts
diff --git "a/\\303\\244 \\"b\\".txt" "b/\\303\\244 \\"b\\".txt"
new file mode 100644
index 0000000..ce01362
--- /dev/null
+++ "b/\\303\\244 \\"b\\".txt"
@@ -0,0 +1 @@
+hello
diff --git a/gone file.txt b/gone file.txt
deleted file mode 100644
index ce01362..0000000
--- a/gone file.txt\t
+++ /dev/null
@@ -1,2 +0,0 @@
-hello
---- rule
diff --git a/logo.png b/logo.png
index 1111111..2222222 100644
Binary files a/logo.png and b/logo.png differ
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`;

test('each file has its name, kind and counts', () => {
  const files = parsePatch(PATCH).map(({ hunks, text, ...file }) => ({ ...file, hunks: hunks.split('\n')[0] }));
  const plain = {
    from: null,
    change: 'changed',
    modes: null,
    isBinary: false,
    added: 0,
    removed: 0,
    rows: 0,
    hunks: '',
  };
  expect(files).toEqual([
    { ...plain, path: 'src/cart.ts', added: 2, removed: 1, rows: 6, hunks: '--- a/src/cart.ts' },
    { ...plain, path: 'new name.ts', from: 'old name.ts', change: 'renamed' },
    { ...plain, path: 'ä "b".txt', change: 'added', added: 1, rows: 2, hunks: '--- /dev/null' },
    { ...plain, path: 'gone file.txt', change: 'deleted', removed: 2, rows: 3, hunks: '--- a/gone file.txt\t' },
    { ...plain, path: 'logo.png', isBinary: true },
    { ...plain, path: 'run.sh', modes: { before: '100644', after: '100755' } },
  ]);
});

test('nothing changed, nothing shown', () => {
  expect(parsePatch('')).toEqual([]);
});

test('a changed line that looks like a file header does not start a file', () => {
  const patch = `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+diff --git a/b b/b\n`;
  expect(parsePatch(patch).map(({ path }) => path)).toEqual(['a']);
});
