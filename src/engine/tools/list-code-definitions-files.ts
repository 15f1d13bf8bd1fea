import { createGit } from '../worktrees/git.ts';
import { GitError } from '../worktrees/git-error.ts';
import { languageOf } from './list-code-definitions-languages.ts';
import type { ToolContext } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** The source files below a folder whose language is known. */
export interface CodeFiles {
  /** Relative to the root: those near the top first, then by path. */
  readonly paths: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

const git = createGit();

/**
 * Finds the source files below a folder, tracked and untracked; what git ignores is left out.
 * @throws ToolFailure
 */
export async function codeFilesBelow(
  context: Pick<ToolContext, 'root' | 'signal'>,
  folder: string,
  most: number,
): Promise<CodeFiles> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', folder];
  const { stdout } = await git.run(context.root, args, { signal: context.signal }).catch((error) => {
    if (error instanceof GitError) throw new ToolFailure(`The files could not be listed: ${error.message}`);
    throw error;
  });
  const paths = stdout.split('\0').filter((path) => path !== '' && languageOf(path) !== null);
  const depth = (path: string) => path.split('/').length;
  const sorted = paths.sort((left, right) => depth(left) - depth(right) || (left < right ? -1 : 1));
  return { paths: sorted.slice(0, most), more: Math.max(0, sorted.length - most) };
}
