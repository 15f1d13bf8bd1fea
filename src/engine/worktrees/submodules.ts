import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import { SUBMODULE_MODE } from '../../core/worktree/raw-diff.ts';
import type { Git } from './git.ts';
import type { RepositoryLocation } from './locate-repository.ts';

/** Paths that a checkout's index holds as submodules. */
export async function listSubmodules(git: Git, root: string): Promise<string[]> {
  const { stdout } = await git.run(root, ['ls-files', '--stage', '-z']);
  return splitNul(stdout)
    .filter((field) => field.startsWith(`${SUBMODULE_MODE} `))
    .map((field) => field.slice(field.indexOf('\t') + 1));
}

/** Submodules with a repository of their own inside a worktree: their commits are in no backup. */
export async function filledSubmodules(git: Git, location: RepositoryLocation): Promise<string[]> {
  const folder = join(location.gitDir, 'modules');
  const kept = await readdir(folder).catch(() => []);
  if (kept.length === 0) return [];
  const paths = await listSubmodules(git, location.root);
  return paths.length > 0 ? paths : kept.map((name) => join(folder, name));
}
