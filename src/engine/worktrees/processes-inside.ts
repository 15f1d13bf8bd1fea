import { readdir, readFile, readlink } from 'node:fs/promises';
import { isInside } from './is-inside.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly name: string;
}

/**
 * Processes whose working directory is in a folder, this one included. Read from /proc, so Linux only: elsewhere the
 * answer is always empty, and git's own refusal is the last guard.
 */
export async function processesInside(folder: string): Promise<RunningProcess[]> {
  const entries = await readdir('/proc').catch(() => []);
  const found = await Promise.all(entries.filter((entry) => /^\d+$/.test(entry)).map((pid) => inspect(pid, folder)));
  return found.filter((process) => process !== null);
}

async function inspect(pid: string, folder: string): Promise<RunningProcess | null> {
  // A process that ends meanwhile, or belongs to someone else, cannot be read.
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (directory === null || !isInside(directory, folder)) return null;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'unknown');
  return { pid: Number(pid), name: name.trim() };
}
