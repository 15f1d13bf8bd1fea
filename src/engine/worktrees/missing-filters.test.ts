import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { files } from './testing/fingerprint.ts';
import { commitAll, git, makeRepository, makeService, write } from './testing/test-repository.ts';

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 12345\n';

async function makeLargeFiles() {
  const { folder, root } = await makeRepository({ 'a.txt': '1\n' });
  // Committed without the filter, as a clone without git-lfs has it.
  await write(root, { 'big.bin': POINTER, '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n' });
  await commitAll(root, 'large');
  return { folder, root, service: makeService(folder) };
}

it('makes a fork with pointer files when the required filter is not installed, and says so', async () => {
  const { root, service } = await makeLargeFiles();
  for (const [key, value] of [
    ['smudge', 'no-such-filter-program smudge -- %f'],
    ['clean', 'no-such-filter-program clean -- %f'],
    ['process', 'no-such-filter-program filter-process'],
    ['required', 'true'],
  ]) {
    await git(root, 'config', `filter.lfs.${key}`, value ?? '');
  }
  await write(root, { 'other.bin': POINTER.replace('0123', '4567') });
  const before = await files(root);
  const fork = await service.create(root, 'f');
  expect(await files(fork.path)).toEqual(await files(root));
  expect(fork.notices.join('\n')).toContain('big.bin, other.bin');
  expect(fork.notices.join('\n')).toContain('git lfs pull');
  expect(await files(root)).toEqual(before);

  await write(fork.path, { 'third.bin': POINTER.replace('0123', '89ab') });
  expect((await service.changes(fork.path)).files.map(({ path }) => path)).toEqual(['third.bin']);
  expect(await service.team.apply({ path: fork.path, way: 'changes' }, null)).toMatchObject({ kind: 'merged' });
  expect(await readFile(join(root, 'third.bin'), 'utf8')).toContain('89ab');
});

it('says so too when the filter was never set up, and is silent when its program is there', async () => {
  const { root, service } = await makeLargeFiles();
  expect((await service.create(root, 'f')).notices.join('\n')).toContain('big.bin');
  await git(root, 'config', 'filter.lfs.smudge', 'cat');
  await git(root, 'config', 'filter.lfs.clean', 'cat');
  expect((await service.create(root, 'g')).notices).toEqual([]);
});
