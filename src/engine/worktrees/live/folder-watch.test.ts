import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeRepository, testGit } from '../testing/test-repository.ts';
import { FolderWatch } from './folder-watch.ts';

const QUIET_MS = 50;
/** Longer than a change needs to be told of, so that silence means something. */
const SILENCE_MS = 600;

async function startWatch(files: Record<string, string>) {
  const { root } = await makeRepository(files);
  const told = { changes: 0, troubles: [] as string[] };
  const watch = new FolderWatch({
    git: testGit,
    root,
    quietMs: QUIET_MS,
    onChange: () => {
      told.changes += 1;
    },
    onTrouble: (message) => told.troubles.push(message),
  });
  onTestFinished(() => watch.close());
  return { root, watch, told };
}

it('tells of edits, new files, files in new folders and removals', async () => {
  const { root, watch, told } = await startWatch({ 'a.txt': '1\n', 'deep/er/b.txt': '1\n' });
  expect(await watch.start()).toBe(true);
  const next = async (change: () => Promise<unknown>) => {
    const before = told.changes;
    await change();
    await vi.waitFor(() => expect(told.changes).toBeGreaterThan(before), 5_000);
    await sleep(4 * QUIET_MS);
  };
  await next(() => writeFile(join(root, 'deep/er/b.txt'), '2\n'));
  await next(() => mkdir(join(root, 'new/folder'), { recursive: true }));
  await next(() => writeFile(join(root, 'new/folder/c.txt'), '1\n'));
  await next(() => rm(join(root, 'a.txt')));
  expect(told.troubles).toEqual([]);
});

it('neither watches nor hears what git ignores, its own folder, or installed packages', async () => {
  const { root, watch, told } = await startWatch({ '.gitignore': 'out/\n*.log\n', 'a.txt': '1\n' });
  await mkdir(join(root, 'out/many/folders'), { recursive: true });
  await mkdir(join(root, 'node_modules/some/package'), { recursive: true });
  await watch.start();
  expect(watch.size).toBe(1);
  for (const path of ['out/x', 'out/many/folders/x', 'node_modules/some/package/x', 'debug.log', '.git/x']) {
    await writeFile(join(root, path), '1\n');
  }
  await sleep(SILENCE_MS);
  expect(told.changes).toBe(0);
  // The rule goes, and with it what was known by it.
  await writeFile(join(root, '.gitignore'), 'out/\n');
  await vi.waitFor(() => expect(told.changes).toBe(1), 5_000);
  await sleep(4 * QUIET_MS);
  await writeFile(join(root, 'debug.log'), '2\n');
  await vi.waitFor(() => expect(told.changes).toBe(2), 5_000);
});

it('tells of 5,000 changed files a few times, and never holds up the process', async () => {
  const { root, watch, told } = await startWatch({ 'a.txt': '1\n' });
  for (let folder = 0; folder < 50; folder++) await mkdir(join(root, `f${folder}`));
  await watch.start();
  const startedAt = performance.now();
  let longest = 0;
  let last = performance.now();
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  onTestFinished(() => clearInterval(beat));
  for (let number = 0; number < 5_000; number += 50) {
    const files = Array.from({ length: 50 }, (_, at) => join(root, `f${at}`, `${number}.txt`));
    await Promise.all(files.map((file) => writeFile(file, 'x\n')));
  }
  await vi.waitFor(() => expect(told.changes).toBeGreaterThan(0), 10_000);
  await sleep(SILENCE_MS);
  const count = told.changes;
  await sleep(SILENCE_MS);
  // Nothing goes on when nothing changes.
  expect(told.changes).toBe(count);
  expect(count).toBeLessThanOrEqual((performance.now() - startedAt) / QUIET_MS);
  expect(longest).toBeLessThan(500);
}, 60_000);

it('is silent once it is closed, and starts nowhere where nothing is', async () => {
  const { root, watch, told } = await startWatch({ 'a.txt': '1\n' });
  await watch.start();
  watch.close();
  await writeFile(join(root, 'a.txt'), '2\n');
  await sleep(SILENCE_MS);
  expect(told.changes).toBe(0);
  expect(watch.size).toBe(0);
  const { root: gone, watch: nowhere } = await startWatch({ 'a.txt': '1\n' });
  await rm(gone, { recursive: true });
  expect(await nowhere.start()).toBe(false);
});
