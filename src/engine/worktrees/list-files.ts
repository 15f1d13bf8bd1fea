import type { Git } from './git.ts';

/** More names than this help nobody who types, and would cost seconds to send. */
const MOST_FILES = 30_000;

export interface FileList {
  /** Paths relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** True when there are more. */
  readonly cut: boolean;
}

/** What git tracks in a folder, and what it would track: ignored files are left out. Throws `GitError`. */
export async function listFiles(git: Git, folder: string, signal?: AbortSignal): Promise<FileList> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await git.run(folder, args, { signal });
  const files = stdout.split('\0').filter((path) => path !== '');
  return { files: files.slice(0, MOST_FILES), cut: files.length > MOST_FILES };
}
