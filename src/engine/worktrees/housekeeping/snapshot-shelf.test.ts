import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, makeRepository, makeService, write } from '../testing/test-repository.ts';

const REFS = 'refs/forkscope/snapshots';
const names = async (root: string) =>
  (await git(root, 'for-each-ref', '--format=%(refname)', REFS)).split('\n').filter((line) => line !== '');

/** Session `s1` with three moments of two forks, and `s2` with one. */
async function makeSnapshots() {
  const { folder, root } = await makeRepository({ 'a.txt': 'one\n' });
  const service = makeService(folder);
  const fork = await service.create(root, 'a');
  const keep = async (name: string, previous: string | null, text: string): Promise<string> => {
    await write(fork.path, { 'a.txt': text });
    return service.keepSnapshot(fork.path, name, previous);
  };
  const first = await keep('s1/fork-1', null, 'two\n');
  const last = await keep('s1/fork-1', first, `${'three\n'.repeat(10)}`);
  await keep('s1/fork-2', null, 'four\n');
  await keep('s2/fork-1', null, 'five\n');
  return { folder, root, service, fork, last };
}

const there = (...ids: string[]) => ({
  existing: () => Promise.resolve<ReadonlySet<string>>(new Set(ids)),
});

it('says how many moments each session keeps and what they hold, and whose they are', async () => {
  const { folder, root, service, fork } = await makeSnapshots();
  // A commit of the fork itself, and a ref that is not named as ours, count for nobody.
  await git(fork.path, 'commit', '--quiet', '--allow-empty', '--message=work');
  await git(root, 'update-ref', `${REFS}/stray`, 'HEAD');
  const found = await service.snapshots.survey(root, there('s1').existing);
  expect(found.map(({ sessionId, branches, moments, holder }) => ({ sessionId, branches, moments, holder }))).toEqual(
    expect.arrayContaining([
      { sessionId: 's1', branches: ['fork-1', 'fork-2'], moments: 3, holder: 'there' },
      { sessionId: 's2', branches: ['fork-1'], moments: 1, holder: 'gone' },
    ]),
  );
  const alone = ['', '^{tree}', ':a.txt'].map((part) => git(root, 'rev-parse', `${REFS}/s2/fork-1${part}`));
  const sizes = (await Promise.all(alone)).map(async (id) => {
    const loose = join(root, '.git/objects', id.slice(0, 2), id.slice(2).trim());
    return (await stat(loose)).size;
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(found.find(({ sessionId }) => sessionId === 's2')?.bytes).toBe(bytes);
  const other = makeService(join(folder, 'other'));
  expect((await other.snapshots.survey(root, there().existing)).map(({ holder }) => holder)).toEqual([
    'elsewhere',
    'elsewhere',
  ]);
});

it('removes only those of sessions that are no more, and writes down which, so that one can come back', async () => {
  const { root, service, last } = await makeSnapshots();
  const dry = await service.snapshots.prune(root, there('s2').existing, { days: 0, dryRun: true });
  expect(dry).toMatchObject([{ sessionId: 's1', moments: 3 }]);
  expect(await names(root)).toHaveLength(3);
  expect(await service.snapshots.prune(root, there('s2').existing, { days: 30, dryRun: false })).toEqual([]);
  const removed = await service.snapshots.prune(root, there('s2').existing, { days: 0, dryRun: false });
  expect(removed).toEqual(dry);
  expect(await names(root)).toEqual([`${REFS}/s2/fork-1`]);
  const { log } = await service.prune(root, { days: 400, dryRun: false });
  const [line = ''] = (await readFile(log, 'utf8')).split('\n');
  const { snapshots } = JSON.parse(line) as { snapshots: { root: string; refs: { ref: string; commit: string }[] } };
  expect(snapshots).toMatchObject({ root, refs: [{ ref: `${REFS}/s1/fork-1`, commit: last }, {}] });
  await git(root, 'update-ref', `${REFS}/s1/fork-1`, last);
  expect(await git(root, 'show', `${REFS}/s1/fork-1:a.txt`)).toBe('three\n'.repeat(10));
  // Other lines of that log are still read.
  expect(await service.pruned()).toEqual([]);
});

it('removes nothing of another data folder, nor while it is not known which sessions exist', async () => {
  const { folder, root, service } = await makeSnapshots();
  const other = makeService(join(folder, 'other'));
  expect(await other.snapshots.prune(root, there().existing, { days: 0, dryRun: false })).toEqual([]);
  const unknown = () => Promise.reject(new Error('no such disk'));
  await expect(service.snapshots.prune(root, unknown, { days: 0, dryRun: false })).rejects.toThrow('no such disk');
  expect(await names(root)).toHaveLength(3);
});

it('removes all of one session that was deleted for good, and of no other', async () => {
  const { root, service } = await makeSnapshots();
  expect(await service.snapshots.removeOf(root, 's1')).toMatchObject({ sessionId: 's1', moments: 3 });
  expect(await names(root)).toEqual([`${REFS}/s2/fork-1`]);
  expect(await service.snapshots.removeOf(root, 's1')).toBeNull();
});
