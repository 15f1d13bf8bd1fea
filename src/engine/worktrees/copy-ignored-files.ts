import { constants, copyFile, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import PQueue from 'p-queue';
import {
  DEFAULT_PATTERNS,
  type IgnoredListing,
  INCLUDE_FILE,
  planIncludedFiles,
} from '../../core/worktree/included-files.ts';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import type { Git } from './git.ts';
import { throwIfInterrupted } from './git-error.ts';
import { isInside } from './is-inside.ts';
import { isThere } from './is-there.ts';

export interface CopyReport {
  readonly copied: readonly string[];
  /** Ignored entries that stayed behind. */
  readonly left: readonly string[];
  /** "path (reason)" of files that should have come along. */
  readonly failed: readonly string[];
}

/** Files copied at a time: enough to keep a disk busy, far below the limit of open files. */
const COPIES_AT_ONCE = 16;

/**
 * Brings ignored files of the parent's checkout into a fork's: `.env` and `.env.*` at any depth, and what
 * `.worktreeinclude` lists. Shares their blocks where the file system can. Never overwrites; a symlink is copied as the
 * file it points at, so that an edit in the fork does not reach the parent's.
 */
export async function copyIgnoredFiles(
  listing: IgnoredListing,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<CopyReport> {
  const plan = planIncludedFiles(listing);
  const top = await realpath(to);
  const copied: string[] = [];
  const failed: string[] = [];
  const queue = new PQueue({ concurrency: COPIES_AT_ONCE });
  await queue.addAll(
    plan.copy.map((path) => async () => {
      if (signal?.aborted) return;
      const fault = await copyOne(join(from, path), join(to, path), top);
      if (fault === null) copied.push(path);
      else if (fault !== 'EEXIST') failed.push(`${path} (${fault})`);
    }),
  );
  throwIfInterrupted(signal);
  return { copied: copied.sort(), left: plan.left, failed: failed.sort() };
}

/** The ignored files of a checkout, as far as it takes to know which come along. Throws `GitError`. */
export async function listIgnored(git: Git, root: string, signal: AbortSignal | undefined): Promise<IgnoredListing> {
  const list = async (...args: string[]) => {
    const { stdout } = await git.run(root, ['ls-files', '--others', '--ignored', '-z', ...args], { signal });
    return splitNul(stdout);
  };
  const collapsed = await list('--exclude-standard', '--directory');
  if (!(await isThere(join(root, INCLUDE_FILE)))) return { collapsed, byFile: null, byBoth: null };
  const folder = await makeTemporaryFolder('include');
  try {
    // Patterns on git's command line would win over a file's; of two files the later one wins.
    const defaults = join(folder, 'defaults');
    await writeFile(defaults, `${DEFAULT_PATTERNS.join('\n')}\n`);
    const [byFile, byBoth] = await Promise.all([
      list(`--exclude-from=${INCLUDE_FILE}`),
      list(`--exclude-from=${defaults}`, `--exclude-from=${INCLUDE_FILE}`),
    ]);
    return { collapsed, byFile, byBoth };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Null, or the reason why the file was not copied. */
async function copyOne(source: string, target: string, top: string): Promise<string | null> {
  try {
    const folder = dirname(target);
    await mkdir(folder, { recursive: true });
    const real = await realpath(folder);
    if (!isInside(real, top)) return 'its folder is a link out of the worktree';
    await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
