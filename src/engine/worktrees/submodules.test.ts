import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprint } from './testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, write } from './testing/test-repository.ts';

async function makeWithModule() {
  const { folder, root } = await makeRepository();
  const other = await makeRepository({ 'inside.txt': 'inside\n' }, 'other');
  await git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.root, 'mödule');
  await commitAll(root, 'module');
  return { folder, root, other, service: makeService(folder) };
}

it('are filled from the parent’s own objects, though the place they came from is gone, and no setting is written', async () => {
  const { root, other, service } = await makeWithModule();
  await rm(other.root, { recursive: true });
  const settings = await readFile(join(root, '.git/config'), 'utf8');
  const module = await fingerprint(join(root, '.git/modules'), { times: true });
  const fork = await service.create(root, 'f');
  expect(fork.notices).toEqual([]);
  expect(await readFile(join(fork.path, 'mödule/inside.txt'), 'utf8')).toBe('inside\n');
  expect(await git(fork.path, 'status', '--porcelain')).toBe('');
  expect(await readFile(join(root, '.git/config'), 'utf8')).toBe(settings);
  expect(await fingerprint(join(root, '.git/modules'), { times: true })).toEqual(module);
  await service.release(fork.path);
  expect(await service.discard(fork.path, { confirmed: false })).toMatchObject({ kind: 'discarded' });
  expect(await stat(fork.path).then(Boolean, () => false)).toBe(false);
  expect(await readFile(join(root, 'mödule/inside.txt'), 'utf8')).toBe('inside\n');
});

it('are named when the parent has uncommitted edits in one, which stay there', async () => {
  const { root, service } = await makeWithModule();
  await write(join(root, 'mödule'), { 'inside.txt': 'edited\n' });
  const fork = await service.create(root, 'f');
  expect(fork.notices).toEqual([expect.stringMatching(/mödule.*stayed in the parent's checkout/)]);
  expect(await readFile(join(fork.path, 'mödule/inside.txt'), 'utf8')).toBe('inside\n');
  expect(await readFile(join(root, 'mödule/inside.txt'), 'utf8')).toBe('edited\n');
});

it.each<[string, (module: string) => Promise<unknown>]>([
  ['an edit', (module) => write(module, { 'inside.txt': 'edited\n' })],
  ['a new file', (module) => write(module, { 'new.txt': 'new\n' })],
  ['a commit', (module) => commitAll(module, 'own')],
  [
    'a commit that was taken back',
    async (module) => {
      await commitAll(module, 'own');
      await git(module, 'reset', '--quiet', '--hard', 'HEAD~1');
    },
  ],
])('keep a worktree from being discarded when one holds what no backup can keep: %s', async (_, work) => {
  const { root, service } = await makeWithModule();
  const fork = await service.create(root, 'f');
  await service.release(fork.path);
  await work(join(fork.path, 'mödule'));
  expect(await service.discard(fork.path, { confirmed: true })).toMatchObject({
    kind: 'refused',
    reason: 'not-saveable',
  });
  expect(await stat(join(fork.path, 'mödule')).then(Boolean, () => false)).toBe(true);
  expect(await git(root, 'worktree', 'list')).toContain(fork.path);
});

it('are named as missing when the parent does not have the recorded commit', async () => {
  const { root, service } = await makeWithModule();
  await git(root, 'submodule', '--quiet', 'deinit', '--force', 'mödule');
  const fork = await service.create(root, 'f');
  expect(fork.notices).toEqual([expect.stringContaining('mödule')]);
});
