import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EngineFault } from '../engine/engine-fault.ts';

/** Throws an `EngineFault` when there is no file to read. `next` is what to do then. */
export async function requireReadable(file: string, next: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found === null) throw new EngineFault('usage', `There is no file ${file}. ${next}`);
  if (!found.isFile()) throw new EngineFault('usage', `${file} is no file. ${next}`);
  await access(file, constants.R_OK).catch(() => {
    throw new EngineFault('usage', `${file} may not be read. Change its permissions, or name another file.`);
  });
}

/** Throws an `EngineFault` when this file cannot be written, before anything is worked out for it. */
export async function requireWritable(file: string): Promise<void> {
  const folder = dirname(file);
  const above = await stat(folder).catch(() => null);
  if (!above?.isDirectory()) {
    throw new EngineFault(
      'usage',
      `There is no folder ${folder} to write into. Make it, or name another file with -o.`,
    );
  }
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) {
    throw new EngineFault('usage', `${file} is a folder. Name a file in it with -o.`);
  }
  await access(there === null ? folder : file, constants.W_OK).catch(() => {
    throw new EngineFault('usage', `${file} may not be written. Change its permissions, or name another file with -o.`);
  });
}
