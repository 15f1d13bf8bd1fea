import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editFileTool } from './edit-file.ts';
import { call, makeWorkspace } from './testing/workspace.ts';
import { writeFileTool } from './write-file.ts';

const isRoot = process.getuid?.() === 0;

function content(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

test('a new file is created, with its folders', async () => {
  const { root, context } = makeWorkspace();
  expect(await call(writeFileTool, { path: 'a/b/c.txt', content: 'hällo\n' }, context)).toEqual({
    text: 'Created `a/b/c.txt` (1 line, 7 bytes).',
    isError: false,
  });
  expect(content(root, 'a/b/c.txt')).toBe('hällo\n');
  expect(statSync(join(root, 'a/b/c.txt')).mode & 0o777).toBe(0o666 & ~process.umask());
  expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
});

test('an old file is replaced in one step and keeps its permissions', async () => {
  const { root, context, write } = makeWorkspace();
  write('run.sh', 'old\n');
  chmodSync(join(root, 'run.sh'), 0o767);
  linkSync(join(root, 'run.sh'), join(root, 'other'));
  const { text } = await call(writeFileTool, { path: 'run.sh', content: 'new\nx' }, context);
  expect(text).toBe('Replaced `run.sh` (2 lines, 5 bytes).');
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o767);
  // A reader that had the old file open still sees it whole: it was not written over.
  expect(content(root, 'other')).toBe('old\n');
  expect((await call(writeFileTool, { path: 'run.sh', content: 'new\nx' }, context)).text).toContain(
    'nothing was written',
  );
});

test('through a link the file that it points to is written, and the link stays', async () => {
  const { root, context, write } = makeWorkspace();
  write('real/a.txt', 'old');
  symlinkSync('real/a.txt', join(root, 'link'));
  expect((await call(writeFileTool, { path: 'link', content: 'new' }, context)).text).toContain('`real/a.txt`');
  expect(content(root, 'real/a.txt')).toBe('new');
  expect(content(root, 'link')).toBe('new');
});

test('what cannot be written is told plainly, and nothing is left behind', async () => {
  const { root, context, write } = makeWorkspace();
  write('file.txt', 'x');
  mkdirSync(join(root, 'folder'));
  const attempt = (path: string) => call(writeFileTool, { path, content: 'y' }, context);
  expect((await attempt('folder')).text).toContain('is a folder');
  expect((await attempt('new/')).text).toContain('names a folder');
  expect((await attempt('file.txt/below.txt')).text).toContain('is a file, not a folder');
  expect((await attempt('.git/hooks/post-checkout')).text).toContain('belongs to git itself');
  expect((await attempt('../outside.txt')).text).toContain('outside your working folder');
  expect((await attempt(`${'n'.repeat(300)}.txt`)).text).toContain('the name is too long');
  expect(readdirSync(root).sort()).toEqual(['.git', 'file.txt', 'folder']);
});

test.skipIf(isRoot)('a write-protected file is left alone', async () => {
  const { root, context, write } = makeWorkspace();
  write('locked.txt', 'x');
  chmodSync(join(root, 'locked.txt'), 0o444);
  expect((await call(writeFileTool, { path: 'locked.txt', content: 'y' }, context)).text).toContain(
    'permissions forbid it',
  );
  expect(content(root, 'locked.txt')).toBe('x');
});

test('the parent’s path writes the own file', async () => {
  const { root, context } = makeWorkspace({ parentRoot: '/somewhere/parent' });
  const { text } = await call(writeFileTool, { path: '/somewhere/parent/a.txt', content: 'x' }, context);
  expect(text).toMatch(/^Note: .*\nCreated `a.txt`/);
  expect(content(root, 'a.txt')).toBe('x');
});

test('the subject is the change as a diff', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'one\ntwo\n');
  const subject = (args: object) => writeFileTool.subject(writeFileTool.parse(args), context);
  expect(await subject({ path: 'b.txt', content: 'x\n' })).toEqual({
    title: 'create b.txt',
    detail: '--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1,1 @@\n+x\n',
  });
  expect(await subject({ path: 'a.txt', content: 'one\n2\n' })).toEqual({
    title: 'replace a.txt',
    detail: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
  });
  expect((await subject({ path: 'a.txt', content: 'one\ntwo\n' })).detail).toBe('The content stays the same.');
  expect((await subject({ path: '../a.txt', content: '' })).detail).toMatch(
    /^This call will fail\. `..\/a.txt` is outside/,
  );
});

test('an edit replaces the one place, and nothing else', async () => {
  const { root, context, write } = makeWorkspace();
  const before = Buffer.concat([Buffer.from('caf\xe9 latin1\n', 'latin1'), Buffer.from('let a = 1;\nlet b = 2;\n')]);
  write('a.js', before);
  chmodSync(join(root, 'a.js'), 0o662);
  const args = { path: 'a.js', old_text: 'b = 2', new_text: 'b = "zwei €"' };
  expect(await call(editFileTool, args, context)).toEqual({ text: 'Edited `a.js` at line 3.', isError: false });
  expect(readFileSync(join(root, 'a.js'))).toEqual(
    Buffer.concat([Buffer.from('caf\xe9 latin1\n', 'latin1'), Buffer.from('let a = 1;\nlet b = "zwei €";\n')]),
  );
  expect(statSync(join(root, 'a.js')).mode & 0o777).toBe(0o662);
});

test.each([
  ['CR LF file, text of several lines', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
  ['CR LF file, text of one line', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
  ['LF file, text with CR LF', 'a\nb\nc\n', 'a\r\nb', 'x\r\ny', 'x\ny\nc\n'],
  ['mixed file, LF part', 'a\nb\nc\r\n', 'a\nb', 'x\ny', 'x\ny\nc\r\n'],
  ['mixed file, CR LF part', 'a\nb\r\nc\r\n', 'b\nc', 'x\ny', 'a\nx\r\ny\r\n'],
  ['no line end at all', 'abc', 'b', 'x\ny', 'ax\nyc'],
  ['byte order mark', '\ufeffa\r\n', 'a', 'b', '\ufeffb\r\n'],
  ['dollar signs are no patterns', 'price\n', 'price', "$& $1 $'", "$& $1 $'\n"],
  ['removing', 'a\nb\nc\n', 'b\n', '', 'a\nc\n'],
])('line ends and bytes are kept: %s', async (_, before, oldText, newText, after) => {
  const { root, context, write } = makeWorkspace();
  write('a.txt', before);
  const result = await call(editFileTool, { path: 'a.txt', old_text: oldText, new_text: newText }, context);
  expect(result.isError).toBe(false);
  expect(content(root, 'a.txt')).toBe(after);
});

test('a text that occurs more than once, or overlaps itself, is refused with its places', async () => {
  const { root, context, write } = makeWorkspace();
  write('a.txt', 'x\ny\nx\n');
  write('b.txt', 'aaa\n');
  const edit = (path: string, oldText: string) =>
    call(editFileTool, { path, old_text: oldText, new_text: 'z' }, context);
  expect(await edit('a.txt', 'x')).toEqual({
    text: '`old_text` occurs 2 times in `a.txt` (lines 1, 3); add lines around it until it occurs once. Nothing was changed.',
    isError: true,
  });
  expect((await edit('b.txt', 'aa')).text).toContain('occurs 2 times');
  expect(content(root, 'a.txt')).toBe('x\ny\nx\n');
});

test('a text that does not occur is refused, with a hint when only blanks differ', async () => {
  const { context, write } = makeWorkspace();
  write('a.py', 'class A:\n\tdef f(self):\n\t\treturn 1\n');
  const edit = (oldText: string) => call(editFileTool, { path: 'a.py', old_text: oldText, new_text: 'z' }, context);
  expect((await edit('def g')).text).toBe(
    '`old_text` does not occur in `a.py`: read the file again and copy the text exactly, without line numbers. Nothing was changed.',
  );
  expect((await edit('    def f(self):\n        return 1')).text).toContain(
    'the text at line 2 differs only in blanks or tabs',
  );
});

test('an edit that changes nothing, or of no text, is refused', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'x');
  write('b.bin', Buffer.from([0, 1]));
  const edit = (path: string, oldText: string, newText: string) =>
    call(editFileTool, { path, old_text: oldText, new_text: newText }, context);
  expect((await edit('a.txt', 'x', 'x')).text).toContain('are the same');
  expect((await edit('b.bin', 'x', 'y')).text).toContain('is binary');
  expect((await edit('c.txt', 'x', 'y')).text).toContain('does not exist');
});

test('the subject of an edit is its diff', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', '1\n2\n3\n4\n5\n6\n7\n8\n9');
  const subject = (oldText: string) =>
    editFileTool.subject({ path: 'a.txt', old_text: oldText, new_text: 'X' }, context);
  expect(await subject('5')).toEqual({
    title: 'edit a.txt',
    detail: '--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n',
  });
  expect((await subject('nine')).detail).toMatch(/^This call will fail\. `old_text` does not occur/);
});
