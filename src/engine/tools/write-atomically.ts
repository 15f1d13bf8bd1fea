import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, systemFailure, ToolFailure } from './tool-failure.ts';
import type { ToolPath } from './tool-path.ts';

/**
 * Writes a whole file: a new one beside it takes its place in one step, so that a reader sees the old or the new
 * content and a crash leaves no half. Missing folders are made. Hard links to the old content keep the old content.
 * @param mode permission bits of the file that is replaced; `null` for a new file, which gets the usual ones.
 * @throws ToolFailure when it cannot be written; then nothing has changed.
 */
export async function writeAtomically(path: ToolPath, content: string | Buffer, mode: number | null): Promise<void> {
  const folder = dirname(path.absolute);
  const temporary = join(folder, `.${basename(path.absolute).slice(0, 100)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    // A rename would get around the file's own write protection.
    if (mode !== null) await access(path.absolute, constants.W_OK);
    else await mkdir(folder, { recursive: true });
    const handle = await open(temporary, 'wx', mode ?? 0o666);
    try {
      await handle.writeFile(content);
      if (mode !== null) await handle.chmod(mode);
    } finally {
      await handle.close();
    }
    await rename(temporary, path.absolute);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const code = errorCode(error);
    if (code === 'EISDIR') throw new ToolFailure(`\`${path.relative}\` is a folder; give the path of a file.`);
    if (code === 'ENOTDIR' || code === 'EEXIST') {
      throw new ToolFailure(`A part of \`${path.relative}\` is a file, not a folder; choose another path.`);
    }
    throw systemFailure(path.relative, error);
  }
}
