import { lstat, readlink, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { EngineFault } from '../engine-fault.ts';

export interface ExportTarget {
  /** The file itself, where the name that was given is a link to it. */
  readonly file: string;
  /** Permissions of the file that stands there; null when none does. */
  readonly mode: number | null;
}

/** Links that lead to links; systems follow as many. */
const MOST_LINKS = 40;

/**
 * Where an export is written. A file that stands there is replaced, a link is followed. Throws an `EngineFault` for what is
 * no regular file, as a device, a pipe or a folder: a file in its place would be the end of it.
 */
export async function exportTarget(name: string): Promise<ExportTarget> {
  let file = name;
  for (let links = 0; links < MOST_LINKS; links++) {
    const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
      // What else is wrong with the path is told when it is written.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (found === null) return { file, mode: null };
    if (found.isFile()) return { file, mode: found.mode & 0o7777 };
    if (found.isDirectory()) throw new EngineFault('usage', `${file} is a folder. Give the name of a file in it.`);
    if (!found.isSymbolicLink())
      throw new EngineFault('usage', `${file} is no regular file, and would be lost. Give the name of a file.`);
    const to = await readlink(file);
    file = resolve(await realpath(dirname(file)), to);
  }
  throw new EngineFault('usage', `${name} is a link that leads back to itself. Give the name of a file.`);
}

/** Where a file stands until it is whole: a name that is nobody else's. */
export function partialFile({ file }: Pick<ExportTarget, 'file'>): string {
  return `${file}.forkscope-${process.pid}.part`;
}
