import { dirname } from 'node:path';
import type { Git } from '../git.ts';
import { isInside } from '../is-inside.ts';
import { isThere } from '../is-there.ts';
import type { RepositoryLocation } from '../locate-repository.ts';
import { readWorktrees } from '../read-worktrees.ts';
import { readRecord, writeRecord } from '../records.ts';
import { inWriteQueue } from '../write-queue.ts';

/**
 * Joins worktrees with their repository again after that was moved or renamed: git's own pointers, and our notes.
 * `directory` holds all worktrees of all repositories. Returns the paths; a dry run changes nothing. Throws `GitError`.
 */
export async function repairMoved(
  git: Git,
  repository: RepositoryLocation,
  directory: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<string[]> {
  const { commonDir } = repository;
  return inWriteQueue(commonDir, async () => {
    const [main, ...others] = await readWorktrees(git, commonDir);
    const repaired: string[] = [];
    for (const { path } of others) {
      if (!isInside(path, directory) || !(await isThere(path))) continue;
      const record = await readRecord(path);
      if (record === null || record.commonDir === commonDir) continue;
      repaired.push(path);
      if (dryRun) continue;
      await git.run(commonDir, ['worktree', 'repair', path]);
      const wasMain = record.root === dirname(record.commonDir);
      await writeRecord({ ...record, commonDir, root: wasMain && main !== undefined ? main.path : record.root });
    }
    return repaired;
  });
}
