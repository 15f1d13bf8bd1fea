import { createHash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

/** Containers may share a folder for temporary files, but not their process numbers. */
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = /^forkscope-[a-z]+-([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/;
/** Milliseconds. A process number is used again at some time, and a folder this old is nobody's hurry. */
const OLD = 24 * 3_600_000;

/** A new folder in the system's place for temporary files. Its name says whose it is; `purpose` is one lower-case word. */
export function makeTemporaryFolder(purpose: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `forkscope-${purpose}-${HOST}-${process.pid}-`));
}

/**
 * Removes what killed processes of this host and user left behind, when it is older than a day. Returns the paths that
 * went. What cannot be looked at or removed stays, without an error.
 */
export async function sweepTemporaryFolders(now: number, place = tmpdir()): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const name of await readdir(place).catch(() => [])) {
    const [, host, pid] = NAME.exec(name) ?? [];
    if (host !== HOST || isAlive(Number(pid))) continue;
    const path = join(place, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || now - found.mtimeMs < OLD) continue;
    if (process.getuid !== undefined && found.uid !== process.getuid()) continue;
    const isGone = await rm(path, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push(path);
  }
  return removed;
}
