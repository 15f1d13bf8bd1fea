import { copyFile, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { splitNul } from '../../core/worktree/nul-fields.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import type { Git } from './git.ts';
import { realOrSame } from './read-worktrees.ts';

/** What git still knows of a worktree whose folder is gone. */
export interface LostWorktree {
  /** The index as a tree; null when it holds conflicts or is gone too. */
  readonly indexTree: string | null;
  /** Every commit that its HEAD pointed at, newest first. */
  readonly commits: readonly string[];
}

/** Reads git's own folder about a worktree, `<shared git directory>/worktrees/<name>`. Throws `GitError`. */
export async function readLostWorktree(git: Git, commonDir: string, path: string): Promise<LostWorktree> {
  const folder = await adminFolder(commonDir, path);
  if (folder === null) return { indexTree: null, commits: [] };
  const own = `--git-dir=${folder}`;
  const args = [own, 'log', '--walk-reflogs', '--format=%H', '-z', 'HEAD', '--'];
  const log = await git.run(commonDir, args, { exitCodes: 'any' });
  const commits = log.exitCode === 0 ? [...new Set(splitNul(log.stdout))] : [];
  const scratch = await makeTemporaryFolder('index');
  try {
    const index = join(scratch, 'index');
    const isCopied = await copyFile(join(folder, 'index'), index).then(
      () => true,
      () => false,
    );
    if (!isCopied) return { indexTree: null, commits };
    const environment = { GIT_INDEX_FILE: index };
    const output = await git.run(commonDir, [own, 'write-tree'], { environment, exitCodes: 'any' });
    return { indexTree: output.exitCode === 0 ? output.stdout.trim() : null, commits };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function adminFolder(commonDir: string, path: string): Promise<string | null> {
  const top = join(commonDir, 'worktrees');
  // The folder is gone, but the one that held it may be a link.
  const wanted = new Set([path, join(await realOrSame(dirname(path)), path.slice(dirname(path).length + 1))]);
  for (const name of await readdir(top).catch(() => [])) {
    const text = await readFile(join(top, name, 'gitdir'), 'utf8').catch(() => '');
    if (wanted.has(dirname(text.replace(/\n$/, '')))) return join(top, name);
  }
  return null;
}
