import { execFileSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFilesTool } from './list-files.ts';
import { readFileTool } from './read-file.ts';
import { call, makeWorkspace } from './testing/workspace.ts';

test('lines come with their numbers', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', 'one\n\tzwei\n\n');
  expect(await call(readFileTool, { path: 'a.txt' }, context)).toEqual({
    text: '1\tone\n2\t\tzwei\n3\t',
    isError: false,
  });
});

test('a byte order mark, CR LF ends and a missing last end do not show', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', '\ufeffone\r\ntwo');
  expect((await call(readFileTool, { path: 'a.txt' }, context)).text).toBe('1\tone\n2\ttwo');
});

test('a part is read by offset and limit, and says where it is', async () => {
  const { context, write } = makeWorkspace();
  write('a.txt', Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''));
  const part = (args: object) => call(readFileTool, { path: 'a.txt', ...args }, context);
  expect((await part({ offset: 3, limit: 2 })).text).toBe(
    '3\tline 3\n4\tline 4\n[Lines 3 to 4 of 10. Read on with offset 5.]',
  );
  expect((await part({ offset: 10, limit: 5 })).text).toBe('10\tline 10\n[Lines 10 to 10 of 10.]');
  expect(await part({ offset: 11 })).toEqual({
    text: '`a.txt` has 10 lines; give an offset of at most 10.',
    isError: true,
  });
});

test('a long file is read in parts that together are the whole', async () => {
  const { context, write } = makeWorkspace();
  const lines = Array.from({ length: 3500 }, (_, index) => `${index} ${'x'.repeat(30)}`);
  write('a.txt', lines.join('\n'));
  const seen: string[] = [];
  for (let offset: number | null = 1; offset !== null; ) {
    const { text }: { text: string } = await call(readFileTool, { path: 'a.txt', offset }, context);
    expect(text.length).toBeLessThan(51_000);
    seen.push(...text.split('\n').filter((line) => !line.startsWith('[')));
    offset = Number(/Read on with offset (\d+)/.exec(text)?.[1] ?? 0) || null;
  }
  expect(seen).toEqual(lines.map((line, index) => `${index + 1}\t${line}`));
});

test('a very long line is cut, and says so', async () => {
  const { context, write } = makeWorkspace();
  write('min.js', `${'a'.repeat(100_000)}\nend\n`);
  const { text } = await call(readFileTool, { path: 'min.js' }, context);
  expect(text).toBe(`1\t${'a'.repeat(2000)} [… 98000 more characters in this line …]\n2\tend`);
});

test('what is no text is told plainly', async () => {
  const { root, context, write } = makeWorkspace();
  write('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
  write('wide.txt', Buffer.from('\ufeffhallo', 'utf16le'));
  write('empty.txt', '');
  write('huge.log', '');
  write('folder/x', '');
  truncateSync(join(root, 'huge.log'), 200_000_000);
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const read = (path: string) => call(readFileTool, { path }, context);
  expect(await read('image.png')).toEqual({
    text: '`image.png` is binary (7 bytes) and cannot be shown as text; use bash, e.g. `file` or `xxd`.',
    isError: true,
  });
  expect((await read('wide.txt')).text).toContain('text in UTF-16');
  expect(await read('empty.txt')).toEqual({ text: '`empty.txt` is empty.', isError: false });
  expect((await read('huge.log')).text).toContain('is 200 MB, too large to read here; use bash');
  expect((await read('folder')).text).toContain('is a folder; use list_files');
  expect((await read('pipe')).text).toContain('no regular file');
  expect((await read('none.txt')).text).toContain('`none.txt` does not exist; list_files and search');
  expect((await read('empty.txt/below')).text).toContain('does not exist');
  expect((await read('../outside')).isError).toBe(true);
});

test('an absolute path of the parent is read as the own one, and the result says so', async () => {
  const { context, write } = makeWorkspace();
  write('src/a.ts', 'mine\n');
  const fork = { ...context, parentRoot: '/somewhere/parent' };
  expect(await call(readFileTool, { path: '/somewhere/parent/src/a.ts' }, fork)).toEqual({
    text: "Note: `/somewhere/parent/src/a.ts` is in the parent's folder; `src/a.ts` of your own root was used instead.\n1\tmine",
    isError: false,
  });
  expect((await call(readFileTool, { path: '/somewhere/parents/src/a.ts' }, fork)).isError).toBe(true);
  expect((await call(readFileTool, { path: '/somewhere/parent/../x' }, fork)).isError).toBe(true);
  expect((await call(readFileTool, { path: '/somewhere/parent/src/a.ts' }, context)).isError).toBe(true);
});

test('a hook can decide about inherited paths instead', async () => {
  const { root, context, write } = makeWorkspace();
  write('a.ts', 'mine\n');
  const translatePath = (path: string) => (path === '/grandparent/a.ts' ? join(root, 'a.ts') : null);
  expect((await call(readFileTool, { path: '/grandparent/a.ts' }, { ...context, translatePath })).text).toContain(
    '1\tmine',
  );
  expect((await call(readFileTool, { path: '/grandparent/b.ts' }, { ...context, translatePath })).isError).toBe(true);
});

test('a folder is listed by name, without git’s own', async () => {
  const { context, write } = makeWorkspace();
  for (const path of ['b.txt', 'B.txt', '.env', 'src/x.ts', 'd ä/Ö — 1.md']) write(path, '');
  const list = (path: string) => call(listFilesTool, { path }, context);
  execFileSync('ln', ['-s', 'b.txt', join(context.root, 'link')]);
  expect((await list('.')).text).toBe('.env\nB.txt\nb.txt\nd ä/\nlink -> b.txt\nsrc/');
  expect((await list('d ä')).text).toBe('Ö — 1.md');
  expect((await list('none')).text).toContain('does not exist');
  expect((await list('b.txt')).text).toContain('is a file, not a folder; use read_file');
  expect((await list('.git')).isError).toBe(true);
});

test('an empty folder says so, and a very full one is cut', async () => {
  const { context, write } = makeWorkspace();
  expect((await call(listFilesTool, { path: '.' }, context)).text).toBe('`.` is empty.');
  for (let index = 0; index < 1005; index += 1) write(`f${index}`, '');
  const { text } = await call(listFilesTool, { path: '.' }, context);
  expect(text.split('\n')).toHaveLength(1001);
  expect(text).toMatch(/\n\[5 more entries\./);
});

// A whole PNG of one pixel, made with zlib by hand.
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a picture is shown to a model that takes pictures, by what it is and not by its name', async () => {
  const { context, write } = makeWorkspace({ takesImages: true });
  const kinds: [string, Buffer, string][] = [
    ['shot.txt', PIXEL, 'image/png'],
    ['a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'image/jpeg'],
    ['b.gif', Buffer.from('GIF89a\0\0', 'latin1'), 'image/gif'],
    ['c.webp', Buffer.from('RIFF\x1a\0\0\0WEBPVP8 ', 'latin1'), 'image/webp'],
  ];
  for (const [path, bytes, mimeType] of kinds) {
    write(path, bytes);
    const { text, isError, images } = await call(readFileTool, { path }, context);
    expect([isError, images]).toEqual([false, [{ kind: 'image', mimeType, data: bytes.toString('base64') }]]);
    expect(text).toContain(`\`${path}\` is a picture`);
  }
  write('large.png', Buffer.concat([PIXEL, Buffer.alloc(5_000_001 - PIXEL.length)]));
  const large = await call(readFileTool, { path: 'large.png' }, context);
  expect(large).toEqual({ isError: true, text: expect.stringContaining('at most 5,000,000 bytes can be shown') });
});

test('a model that takes no pictures is told so in words', async () => {
  const { context, write } = makeWorkspace({ takesImages: false });
  write('shot.png', PIXEL);
  expect(await call(readFileTool, { path: 'shot.png' }, context)).toEqual({
    isError: true,
    text: expect.stringContaining('you cannot see pictures'),
  });
});
