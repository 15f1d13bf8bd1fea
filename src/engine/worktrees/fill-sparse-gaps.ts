import { join } from 'node:path';
import { parseUnwatchedPaths } from '../../core/worktree/index-entries.ts';
import { joinNul, splitNul } from '../../core/worktree/nul-fields.ts';
import type { Git } from './git.ts';
import { isThere } from './is-there.ts';
import type { RepositoryLocation } from './locate-repository.ts';

/**
 * In a sparse checkout, files outside its pattern are left out of the new worktree too. Those that the parent has on
 * disk all the same, as uncommitted work, are written nevertheless.
 */
export async function fillSparseGaps(
  git: Git,
  repository: RepositoryLocation,
  path: string,
  baseCommit: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await isThere(join(repository.gitDir, 'info', 'sparse-checkout')))) return;
  const sparse = await git.run(path, ['config', '--type=bool', '--get', 'core.sparseCheckout'], {
    exitCodes: 'any',
    signal,
  });
  if (sparse.stdout.trim() !== 'true') return;
  const options = { signal, encoding: 'latin1' as const };
  const [changed, marked] = await Promise.all([
    git.run(repository.root, ['diff-tree', '-r', '--name-only', '--diff-filter=d', '-z', 'HEAD', baseCommit], options),
    git.run(path, ['ls-files', '-v', '-z'], options),
  ]);
  const left = new Set(parseUnwatchedPaths(marked.stdout).skipWorktree);
  const wanted = splitNul(changed.stdout).filter((file) => left.has(file));
  if (wanted.length === 0) return;
  await git.run(
    path,
    ['checkout', '--quiet', '--ignore-skip-worktree-bits', '--pathspec-from-file=-', '--pathspec-file-nul'],
    { signal, input: Buffer.from(joinNul(wanted), 'latin1') },
  );
}
