import { expect, test } from 'vitest';
import type { LinesPlace } from '../../../core/review/entries.ts';
import { anchorLine } from './anchor-lines.ts';
import { textsOf } from './build-diff.ts';
import { changesIn, excerptOf, hunkAround } from './hunk-lines.ts';
import { parseInSlices } from './parse-in-slices.ts';
import { parsePatch } from './parse-patch.ts';
import { versionOf } from './version-of.ts';

const HEAD = 'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n';
const PATCH = `${HEAD}@@ -1,5 +1,5 @@
 one
-two
-three
+2
+3
 four
+five
 six
@@ -20,2 +20,1 @@ name
 twenty
-gone
`;
const fileOf = (patch: string) => {
  const [file] = parsePatch(patch);
  if (!file) throw new Error('The patch has no file.');
  return file;
};

test('each run of changes is one stop, on the side where it begins', () => {
  expect(changesIn(fileOf(PATCH))).toEqual([
    { side: 'old', line: 2, to: 3 },
    { side: 'new', line: 5, to: 5 },
    { side: 'old', line: 21, to: 21 },
  ]);
});

test('an excerpt has the lines of its side; what stands around them ends with the hunk', () => {
  const file = fileOf(PATCH);
  expect(excerptOf(file, 'new', 2, 4)).toBe('+2\n+3\n four');
  expect(excerptOf(file, 'old', 2, 3)).toBe('-two\n-three');
  expect(hunkAround(file, 'old', 21, 21)).toBe(' twenty\n-gone');
});

test('a comment goes with its lines when they move, to the nearest of equal ones, and is lost with them', () => {
  const place: LinesPlace = {
    kind: 'lines',
    branch: 'f',
    path: 'a.ts',
    side: 'new',
    from: 2,
    to: 3,
    excerpt: '+2\n+3',
  };
  expect(anchorLine(fileOf(PATCH), place)).toBe(3);
  const moved = `${HEAD}@@ -1,2 +1,9 @@\n one\n+2\n+3\n+x\n+y\n+z\n+2\n+3\n two\n`;
  expect(anchorLine(fileOf(moved), { ...place, from: 6, to: 7 })).toBe(8);
  expect(anchorLine(fileOf(moved), { ...place, from: 1, to: 2 })).toBe(3);
  expect(anchorLine(fileOf(moved), { ...place, excerpt: '+2\n+4' })).toBeNull();
});

test('whole texts are used only when the hunks were made from them', () => {
  const file = fileOf(`${HEAD}@@ -1,2 +1,2 @@\n one\n-two\n+2\n`);
  const text = (value: string) => ({ kind: 'text', text: value }) as const;
  expect(textsOf(file, text('one\ntwo\nthree\n'), text('one\n2\nthree\n'))).toEqual({
    before: 'one\ntwo\nthree\n',
    after: 'one\n2\nthree\n',
  });
  expect(textsOf(file, text('one\ntwo\n'), text('zero\none\n2\n'))).toBeNull();
  expect(textsOf(file, { kind: 'binary', bytes: 3 }, text('one\n2\n'))).toBeNull();
});

test('a file that did not change keeps its object; another version has another name', async () => {
  const other = PATCH.replaceAll('a.ts', 'b.ts');
  const before = parsePatch(PATCH + other);
  const after = await parseInSlices(PATCH.replace('+five', '+5') + other, before, () => true);
  expect(after?.[1]).toBe(before[1]);
  expect(after?.[0]).not.toBe(before[0]);
  const names = [before[0], after?.[0]].map((file) => file && versionOf(file));
  expect(new Set(names).size).toBe(2);
  expect(versionOf(fileOf(PATCH))).toBe(names[0]);
});
