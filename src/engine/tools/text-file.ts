import { constants, type FileHandle, open } from 'node:fs/promises';
import { errorCode, systemFailure, ToolFailure } from './tool-failure.ts';
import type { ToolPath } from './tool-path.ts';

/** Files above this are not loaded: 32 MB of text is 400,000 lines, which no model reads. */
const LARGEST_FILE = 32 * 1024 * 1024;
/** A null byte in the first 8,000 bytes makes a file binary: git's own rule. */
const BINARY_PROBE = 8_000;

/** A file as it is on the disk. */
export interface TextFile {
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * Loads a text file.
 * @throws ToolFailure when there is none, it is a folder, binary, too large, or may not be read.
 */
export async function readTextFile(path: ToolPath): Promise<TextFile> {
  const file = await readAnyFile(path);
  if (isBinary(file.bytes)) throw new ToolFailure(binarySentence(path.relative, file.bytes));
  return file;
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE).includes(0);
}

/** Like `readTextFile`, for whatever the file holds. */
export async function readAnyFile(path: ToolPath): Promise<TextFile> {
  let handle: FileHandle;
  try {
    // All links are resolved by now, so a link is one that was put there meanwhile. Non-blocking: a named pipe would
    // wait for a writer.
    handle = await open(path.absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw missingOr(path, error);
  }
  try {
    const info = await handle.stat();
    if (info.isDirectory())
      throw new ToolFailure(`\`${path.relative}\` is a folder; use list_files to see what is in it.`);
    if (!info.isFile())
      throw new ToolFailure(`\`${path.relative}\` is no regular file and cannot be read; leave it alone.`);
    if (info.size > LARGEST_FILE) {
      throw new ToolFailure(
        `\`${path.relative}\` is ${megabytes(info.size)}, too large to read here; use bash, e.g. \`sed -n '1,200p'\` or \`head -c 2000\`.`,
      );
    }
    const bytes = await handle.readFile();
    return { bytes, mode: info.mode & 0o7777 };
  } catch (error) {
    throw error instanceof ToolFailure ? error : systemFailure(path.relative, error);
  } finally {
    await handle.close();
  }
}

/** Like `readTextFile`, but `null` when there is no file at the path. */
export async function readTextFileIfThere(path: ToolPath): Promise<TextFile | null> {
  try {
    return await readTextFile(path);
  } catch (error) {
    const code = error instanceof ToolFailure ? errorCode(error.cause) : null;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

function missingOr(path: ToolPath, error: unknown): ToolFailure {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new ToolFailure(`\`${path.relative}\` does not exist; list_files and search show what is there.`, {
      cause: error,
    });
  }
  if (code === 'ENXIO')
    return new ToolFailure(`\`${path.relative}\` is no regular file and cannot be read; leave it alone.`);
  return systemFailure(path.relative, error);
}

/** Why a binary file cannot be shown, and what to do about it. */
export function binarySentence(path: string, bytes: Buffer): string {
  const mark = bytes.readUInt16BE(0);
  if (mark === 0xfffe || mark === 0xfeff) {
    return `\`${path}\` is text in UTF-16, which cannot be shown here; use bash, e.g. \`iconv -f UTF-16 -t UTF-8\`.`;
  }
  return `\`${path}\` is binary (${bytes.length.toLocaleString('en-US')} bytes) and cannot be shown as text; use bash, e.g. \`file\` or \`xxd\`.`;
}

function megabytes(size: number): string {
  return `${Math.round(size / 1_000_000).toLocaleString('en-US')} MB`;
}
