import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { confine } from './confine.ts';
import { makeWorkspace } from './testing/workspace.ts';

test.each([
  ['a.txt', 'a.txt'],
  ['./x/../a.txt', 'a.txt'],
  ['.', '.'],
  ['', '.'],
  ['deep/er/new.txt', 'deep/er/new.txt'],
  ['.gitignore', '.gitignore'],
  ['..hidden', '..hidden'],
  ['x/.github/w.yml', 'x/.github/w.yml'],
])('%s is inside', async (path, relative) => {
  const { root } = makeWorkspace();
  expect(await confine(root, path)).toEqual({ absolute: relative === '.' ? root : join(root, relative), relative });
  expect((await confine(root, join(root, path))).relative).toBe(relative);
});

test.each(['..', '../x', 'a/../../x', '/etc/passwd', '/'])('%s is outside', async (path) => {
  const { root } = makeWorkspace();
  await expect(confine(root, path)).rejects.toThrow(/is outside your working folder/);
});

test('a folder whose name begins like the root is outside', async () => {
  const { root } = makeWorkspace();
  await expect(confine(root, `${root}-other/x`)).rejects.toThrow(/outside/);
});

test.each([
  '.git',
  '.git/config',
  'sub/.git/hooks/x',
  '.GIT/config',
  '.git./config',
  'GIT~1/config',
  '.g\u200dit/config',
])('%s is git’s own', async (path) => {
  const { root } = makeWorkspace();
  await expect(confine(root, path)).rejects.toThrow(/belongs to git itself/);
});

test('links inside are resolved, also for what does not exist yet', async () => {
  const { root, write } = makeWorkspace();
  write('real/a.txt', 'a');
  symlinkSync('real', join(root, 'link'));
  symlinkSync('a.txt', join(root, 'real', 'alias'));
  symlinkSync('real/later.txt', join(root, 'dangling'));
  expect((await confine(root, 'link/alias')).relative).toBe('real/a.txt');
  expect((await confine(root, 'link/new/b.txt')).relative).toBe('real/new/b.txt');
  expect((await confine(root, 'dangling')).relative).toBe('real/later.txt');
});

test.each([
  ['to a folder', (outside: string) => outside, 'link/new.txt'],
  ['to a file', (outside: string) => join(outside, 'secret.txt'), 'link'],
  ['to a file that does not exist', (outside: string) => join(outside, 'no.txt'), 'link'],
  ['by a relative path', () => '../outside/secret.txt', 'link'],
  ['to git’s folder', () => '.git', 'link/config'],
])('a link that leads outside, %s, is refused', async (_, target, path) => {
  const { root } = makeWorkspace();
  const outside = join(dirname(root), 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  symlinkSync(target(outside), join(root, 'link'));
  await expect(confine(root, path)).rejects.toThrow(/leads outside .* symbolic link|belongs to git itself/);
});

test('a link in a link that leads outside is refused, and one that leads back in is not', async () => {
  const { root, write } = makeWorkspace();
  write('in/a.txt', 'a');
  symlinkSync('/', join(root, 'first'));
  symlinkSync('first/etc', join(root, 'second'));
  await expect(confine(root, 'second/passwd')).rejects.toThrow(/symbolic link/);
  expect((await confine(root, join('first', root, 'in/a.txt'))).relative).toBe('in/a.txt');
});

test('a loop of links ends', async () => {
  const { root } = makeWorkspace();
  symlinkSync('two', join(root, 'one'));
  symlinkSync('one', join(root, 'two'));
  await expect(confine(root, 'one/x')).rejects.toThrow(/loop of symbolic links/);
});

test('a root that is reached by a link is the same root', async () => {
  const { root, write } = makeWorkspace();
  write('a.txt', 'a');
  const alias = join(dirname(root), 'alias');
  symlinkSync(root, alias);
  expect((await confine(alias, 'a.txt')).absolute).toBe(join(root, 'a.txt'));
  expect((await confine(alias, join(alias, 'a.txt'))).absolute).toBe(join(root, 'a.txt'));
  expect((await confine(alias, join(root, 'a.txt'))).absolute).toBe(join(root, 'a.txt'));
});

test('a root that is gone, and a path with a null character, are plain errors', async () => {
  const { root } = makeWorkspace();
  await expect(confine(join(root, 'gone'), 'a')).rejects.toThrow(/does not exist any more/);
  await expect(confine(root, 'a\0b')).rejects.toThrow(/null character/);
});
