import { lstat, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileSide, imageTypeOf } from '../../core/worktree/file-side.ts';
import type { Git } from './git.ts';
import { GitError } from './git-error.ts';
import { isInside } from './is-inside.ts';

/** Bytes above which a side is not shown: text is for reading, and a picture crosses to the window as base64. */
const LARGEST_TEXT = 2_000_000;
const LARGEST_IMAGE = 8_000_000;
/** git's own rule: a file is binary when there is a NUL byte in its first 8,000. */
const HEAD = 8_000;

const ABSENT: FileSide = { kind: 'absent' };

/** A file of a checkout as it is on disk now. A symlink is its target's name, as git has it; nothing outside is read. */
export async function sideOnDisk(root: string, path: string): Promise<FileSide> {
  const full = join(root, path);
  const found = await lstat(full).catch(() => null);
  const top = await realpath(root).catch(() => root);
  const folder = found && (await realpath(join(full, '..')).catch(() => null));
  if (!found || !folder || !isInside(folder, top)) return ABSENT;
  if (found.isSymbolicLink()) return { kind: 'text', text: await readlink(full) };
  if (!found.isFile()) return ABSENT;
  if (found.size > LARGEST_IMAGE) return { kind: 'large', bytes: found.size };
  return sideOf(await readFile(full));
}

/** A file as a commit has it. */
export async function sideInCommit(git: Git, root: string, commit: string, path: string): Promise<FileSide> {
  const name = `${commit}:${path}`;
  const size = await git.run(root, ['cat-file', '-s', name], { exitCodes: 'any' });
  if (size.exitCode !== 0) return ABSENT;
  const bytes = Number(size.stdout);
  if (bytes > LARGEST_IMAGE) return { kind: 'large', bytes };
  try {
    const { stdout } = await git.run(root, ['cat-file', 'blob', name], { encoding: 'latin1' });
    return sideOf(Buffer.from(stdout, 'latin1'));
  } catch (error) {
    // A submodule's entry is a commit, not a file.
    if (error instanceof GitError && error.code === 'failed') return ABSENT;
    throw error;
  }
}

function sideOf(content: Buffer): FileSide {
  const bytes = content.length;
  const mimeType = imageTypeOf(content.toString('latin1', 0, 16));
  if (mimeType !== null) return { kind: 'image', mimeType, data: content.toString('base64'), bytes };
  if (content.subarray(0, HEAD).includes(0)) return { kind: 'binary', bytes };
  return bytes > LARGEST_TEXT ? { kind: 'large', bytes } : { kind: 'text', text: content.toString('utf8') };
}
