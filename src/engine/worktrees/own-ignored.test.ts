import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isThere } from './is-there.ts';
import { git, makeRepository, makeService, write } from './testing/test-repository.ts';

async function makeFork() {
  const { folder, root } = await makeRepository({ 'a.txt': '1\n' });
  await appendFile(join(root, '.git', 'info', 'exclude'), '*.log\n.env\nnode_modules\ninner\n');
  await write(root, { '.env': 'KEY=1\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  expect(fork.copied).toEqual(['.env']);
  await service.release(fork.path);
  return { root, service, fork };
}

it('a copied file that nobody changed is no content: such a worktree goes unasked', async () => {
  const { service, fork } = await makeFork();
  expect(await service.discard(fork.path, { confirmed: false })).toEqual({ kind: 'discarded', backupRef: null });
});

it.each(['precious.log', 'inner/node_modules'])(
  'a clean-up leaves a worktree with %s alone, and names it',
  async (path) => {
    const { root, service, fork } = await makeFork();
    await write(fork.path, { [path]: 'precious\n' });
    for (const dryRun of [true, false]) {
      const { removed, kept } = await service.prune(root, { days: 0, dryRun });
      expect(removed).toEqual([]);
      expect(kept[0]?.why).toContain(path.split('/')[0]);
    }
    expect(await readFile(join(fork.path, path), 'utf8')).toBe('precious\n');
  },
);

it('a discard keeps ignored files but caches, says so, and they come back ignored', async () => {
  const { root, service, fork } = await makeFork();
  const own = { '.gitignore': '*.secretlog\n', 'only.secretlog': 'a\r\nb\n', 'logs/ü.log': 'x\n', '.env': 'KEY=2\n' };
  await write(fork.path, { ...own, 'node_modules/x.js': '12345', 'inner/file': 'x' });
  await git(join(fork.path, 'inner'), 'init', '--quiet');
  const status = await git(fork.path, 'status', '--porcelain');
  const { ignored, backupRef } = await service.loss(fork.path);
  expect(ignored.kept).toEqual(['.env', 'logs/ü.log', 'only.secretlog']);
  expect(ignored.notKept).toMatchObject({ paths: ['inner/', 'node_modules/'], files: 2 });
  const answer = await service.discard(fork.path, { confirmed: true });
  expect(answer).toEqual({ kind: 'discarded', backupRef, notKept: ignored.notKept });
  // What is compared and shared of a backup holds no local settings.
  expect(await git(root, 'ls-tree', '-r', '--name-only', backupRef ?? '')).toBe('.gitignore\na.txt\n');

  const back = await service.restore(root, 'a');
  for (const [path, text] of Object.entries(own)) expect(await readFile(join(back.path, path), 'utf8')).toBe(text);
  expect(await isThere(join(back.path, 'node_modules'))).toBe(false);
  expect(await git(back.path, 'status', '--porcelain')).toBe(status);
});

it('a copied file that the fork changed and added to git comes back too', async () => {
  const { root, service, fork } = await makeFork();
  await write(fork.path, { '.env': 'KEY=2\n' });
  await git(fork.path, 'add', '--force', '.env');
  await service.discard(fork.path, { confirmed: true });
  const back = await service.restore(root, 'a');
  expect(await readFile(join(back.path, '.env'), 'utf8')).toBe('KEY=2\n');
});

it('a clean-up takes ignored folders that are filled again along, and writes down which', async () => {
  const { root, service, fork } = await makeFork();
  await write(fork.path, { 'node_modules/x.js': '12345', 'apps/x/node_modules/y/dist/z.js': '1' });
  const notKept = { paths: ['apps/x/node_modules/', 'node_modules/'], files: 2, bytes: 6 };
  const { removed } = await service.prune(root, { days: 0, dryRun: true });
  expect(removed).toEqual([{ path: fork.path, backupRef: null, notKept }]);
  expect((await service.prune(root, { days: 0, dryRun: false })).removed).toEqual(removed);
  expect(await isThere(fork.path)).toBe(false);
  expect((await service.pruned()).at(-1)).toMatchObject({ path: fork.path, notKept });
});

it('but never such a folder that is not ignored, or a repository in it', async () => {
  const { root, service, fork } = await makeFork();
  await write(fork.path, { 'target/x.o': '1', 'node_modules/own/file': '1' });
  const whys = async () => (await service.prune(root, { days: 0, dryRun: false })).kept.map(({ why }) => why);
  expect((await whys())[0]).toContain('1 changed file');
  await rm(join(fork.path, 'target'), { recursive: true });
  await git(join(fork.path, 'node_modules', 'own'), 'init', '--quiet');
  expect((await whys())[0]).toContain('node_modules/own/.git');
  expect(await readFile(join(fork.path, 'node_modules', 'own', 'file'), 'utf8')).toBe('1');
});
