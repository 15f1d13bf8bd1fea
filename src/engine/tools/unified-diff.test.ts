import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeWorkspace } from './testing/workspace.ts';
import { unifiedDiff } from './unified-diff.ts';

test('git applies each diff and gets the new text', () => {
  const { root, write } = makeWorkspace();
  const line = fc.constantFrom('a', 'b', 'c', 'd', '', '-x', '+y', '\\ z', 'ü');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      fc.pre(before !== after && before !== '' && after !== '');
      write('d ä.txt', before);
      const diff = unifiedDiff('d ä.txt', before, after);
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input: diff, stdio: 'pipe' });
      expect(readFileSync(join(root, 'd ä.txt'), 'utf8')).toBe(after);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('it is as short as git’s own', () => {
  const { root, write, git } = makeWorkspace();
  const line = fc.constantFrom('a', 'b', 'c', 'd');
  const lines = fc.array(line, { minLength: 1, maxLength: 25 }).map((all) => `${all.join('\n')}\n`);
  const changes = (diff: string) => diff.split('\n').filter((text) => /^[+-](?![+-]{2} )/.test(text)).length;
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      fc.pre(before !== after);
      write('before', before);
      write('after', after);
      let theirs = '';
      try {
        theirs = git('-C', root, 'diff', '--no-index', '--minimal', 'before', 'after');
      } catch (error) {
        theirs = String((error as { stdout: string }).stdout);
      }
      expect(changes(unifiedDiff('x', before, after))).toBe(changes(theirs));
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('the same text has no diff, and a new file comes from nowhere', () => {
  expect(unifiedDiff('a', 'x', 'x')).toBe('');
  expect(unifiedDiff('a', null, '')).toBe('--- /dev/null\n+++ b/a\n');
  expect(unifiedDiff('a', null, 'x')).toBe(
    '--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n',
  );
});

test('texts that have little in common are shown quickly, as one replacement, and cut', () => {
  const before = Array.from({ length: 20_000 }, (_, index) => `old ${index}\n`).join('');
  const after = Array.from({ length: 20_000 }, (_, index) => `new ${index}\n`).join('');
  const startedAt = performance.now();
  const diff = unifiedDiff('a', before, after);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  expect(diff.length).toBeLessThan(100_100);
  expect(diff).toMatch(/\n\[… the diff is \d+ characters longer …\]\n$/);
});
