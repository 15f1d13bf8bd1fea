import { parseRawDiff } from '../../core/worktree/raw-diff.ts';
import type { Git, RunOptions } from './git.ts';

export interface PatchOptions {
  /** One file, by its path on the later side (or by its last path, when it was deleted). Default: all. */
  readonly file?: string | undefined;
  /** Leaves out what differs in white space only. */
  readonly ignoreSpace?: boolean | undefined;
}

const DIFF = ['diff-tree', '-r', '--find-renames'];

/**
 * The difference of two trees as a unified patch. Bytes that are not UTF-8 are shown as U+FFFD: it is for reading. Throws
 * `GitError`, with the code `too-much-output` past the limit in `run`.
 */
export async function readPatch(
  git: Git,
  folder: string,
  trees: readonly [before: string, after: string],
  { file, ignoreSpace = false }: PatchOptions,
  run: RunOptions = {},
): Promise<string> {
  const paths = file === undefined ? [] : ['--', ...(await bothPaths(git, folder, trees, file, run))];
  const how = ['--patch', '--full-index', ...(ignoreSpace ? ['--ignore-all-space'] : [])];
  return (await git.run(folder, [...DIFF, ...how, ...trees, ...paths], run)).stdout;
}

/** A renamed file's patch needs both of its paths, or it reads as a new file. */
async function bothPaths(
  git: Git,
  folder: string,
  trees: readonly [before: string, after: string],
  file: string,
  { maxOutput: _, ...run }: RunOptions,
): Promise<string[]> {
  const { stdout } = await git.run(folder, [...DIFF, '--raw', '-z', ...trees], run);
  const from = parseRawDiff(stdout).find(({ path }) => path === file)?.from;
  return from === undefined ? [file] : [from, file];
}
