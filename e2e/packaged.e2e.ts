import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './support/app.ts';

const RESOURCES = resolve(import.meta.dirname, '../resources');

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

test('the packaged app opens its window, carries its resources and has a command line', async ({
  app,
  page,
  packagedApp,
  home,
}) => {
  expect(await app.evaluate(({ app: main }) => main.isPackaged)).toBe(true);
  await expect(page.locator('#root > *').first()).toBeVisible();

  const folder = dirname(packagedApp ?? '');
  const shipped = join(folder, 'resources', 'app.asar.unpacked', 'resources');
  expect(await filesIn(shipped)).toEqual(await filesIn(RESOURCES));

  const { stdout } = await promisify(execFile)(join(folder, 'forkscope'), ['sessions', '--json'], {
    env: { ...process.env, FORKSCOPE_HOME: home },
  });
  expect(JSON.parse(stdout)).toEqual([]);
});
