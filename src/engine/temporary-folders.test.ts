import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folders.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 0, 10);

/** The number of a process that has just ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

it('removes old folders of processes that are gone, and nothing else', async () => {
  const place = await mkdtemp(join(tmpdir(), 'sweep-'));
  onTestFinished(() => rm(place, { recursive: true }));
  const mine = await makeTemporaryFolder('index');
  onTestFinished(() => rm(mine, { recursive: true }));
  const pattern = basename(mine);
  const named = (pid: number | string) => pattern.replace(`-${process.pid}-`, `-${pid}-`);
  expect(pattern).toContain(`-${process.pid}-`);
  const gone = await endedPid();
  const age = (name: string, hours: number) => {
    const at = new Date(NOW - hours * HOUR_MS);
    return utimes(join(place, name), at, at);
  };
  const make = async (name: string, hours: number) => {
    await mkdir(join(place, name, 'objects'), { recursive: true });
    await writeFile(join(place, name, 'objects', 'file'), 'x');
    await age(name, hours);
  };
  const old = named(gone);
  await make(old, 25);
  await make(named(process.pid), 25);
  const young = `${named(gone).slice(0, -6)}abcdef`;
  await make(young, 23);
  // Another host's, other programs', and one of an older version that does not say whose it is.
  const others = [
    named(gone).replace(/-[0-9a-f]{8}-/, '-00000000-'),
    `other-index-${gone}-abcdef`,
    'forkscope-index-abcdef',
  ];
  for (const name of others) await make(name, 1_000);
  const link = `${named(gone).slice(0, -6)}linked`;
  await symlink(join(place, young), join(place, link));
  const stay = [named(process.pid), young, ...others, link].sort();
  expect(await sweepTemporaryFolders(NOW, place)).toEqual([join(place, old)]);
  expect((await readdir(place)).sort()).toEqual(stay);
  expect(await readdir(join(place, young, 'objects'))).toEqual(['file']);
  expect(await sweepTemporaryFolders(NOW, join(place, 'no such folder'))).toEqual([]);
});
