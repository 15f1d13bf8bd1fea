import { expect, test } from 'vitest';
import { searchTool } from './search.ts';
import { call, makeWorkspace } from './testing/workspace.ts';

test('tracked and untracked files are searched, ignored and binary ones are not', async () => {
  const { context, write, git } = makeWorkspace();
  write('tracked.ts', 'let x;\nneedle one\n');
  git('add', '.');
  write('d ä/Ö — 1.md', 'a needle: with: colons\r\n');
  write('ignored.log', 'needle');
  write('.gitignore', '*.log\n');
  write('data.bin', Buffer.from('needle\0'));
  expect(await call(searchTool, { pattern: 'needle' }, context)).toEqual({
    text: 'd ä/Ö — 1.md:1:a needle: with: colons\ntracked.ts:2:needle one',
    isError: false,
  });
});

test('a path narrows the search, and is taken literally', async () => {
  const { context, write } = makeWorkspace();
  for (const path of ['a/x.txt', 'b/x.txt', '*/x.txt', 'a.txt']) write(path, 'hit\n');
  const search = async (path: string) => (await call(searchTool, { pattern: 'hit', path }, context)).text;
  expect(await search('a')).toBe('a/x.txt:1:hit');
  expect(await search('*')).toBe('*/x.txt:1:hit');
  expect(await search('a.txt')).toBe('a.txt:1:hit');
  expect(await search('../')).toContain('outside your working folder');
  expect(await search('none')).toContain('No line matches `hit` in `none`');
});

test.each([
  ['ab?c+', ['abcc', 'ac']],
  ['^(x|y)$', ['x']],
  ['[äö]l', ['öl']],
  ['-v', ['run -v']],
  ['\\bac\\b', ['ac']],
])('%s is an extended regular expression', async (pattern, expected) => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'abcc\nac\nx\nöl\nrun -v\n');
  const { text } = await call(searchTool, { pattern }, context);
  expect(text.split('\n').map((line) => line.replace(/^a\.txt:\d+:/, ''))).toEqual(expected);
});

test.each(['(', '[a', 'a{2,1}', '*)'])('a bad pattern, %s, is a plain error', async (pattern) => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'x\n');
  const result = await call(searchTool, { pattern }, context);
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(/^The search failed: .+\. Correct the pattern or the path\.$/);
  expect(result.text).not.toContain('fatal');
});

test('many matches are cut, and so are long lines, around the match', async () => {
  const { context, write } = makeWorkspace();
  write('many.txt', 'hit\n'.repeat(100_000));
  const { text } = await call(searchTool, { pattern: 'hit' }, context);
  expect(text.split('\n')).toHaveLength(201);
  expect(text).toMatch(/\n\[There are more matches\. Make the pattern or the path narrower\.\]$/);
  write('min.js', `${'a'.repeat(500_000)}needle${'b'.repeat(500_000)}\n`);
  const long = await call(searchTool, { pattern: 'needle' }, context);
  expect(long.text).toMatch(/^min\.js:1:… a+needleb+ …$/);
  expect(long.text.length).toBeLessThan(330);
});

test('exactly as many matches as fit are not called cut', async () => {
  const { context, write } = makeWorkspace();
  write('many.txt', 'hit\n'.repeat(200));
  expect((await call(searchTool, { pattern: 'hit' }, context)).text).not.toContain('more matches');
});

test('the person’s own grep settings do not change the answer', async () => {
  const { context, write, git } = makeWorkspace();
  write('a.txt', 'x+y\n');
  for (const [name, value] of [
    ['grep.patternType', 'fixed'],
    ['grep.column', 'true'],
    ['color.ui', 'always'],
    ['grep.fullName', 'true'],
  ] as const) {
    git('config', name, value);
  }
  expect((await call(searchTool, { pattern: 'x.y' }, context)).text).toBe('a.txt:1:x+y');
});

test('an interrupted search says so', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'x\n');
  const result = await call(searchTool, { pattern: 'x' }, { ...context, signal: AbortSignal.abort() });
  expect(result).toEqual({ text: 'The search was interrupted.', isError: true });
});
