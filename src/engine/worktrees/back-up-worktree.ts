import { formatBackupMessage } from '../../core/worktree/backup-message.ts';
import { chooseForkName } from '../../core/worktree/fork-name.ts';
import { BACKUP_PREFIX } from './backups.ts';
import { commitTree } from './commit-tree.ts';
import type { Git } from './git.ts';
import type { SharedRepository } from './locate-repository.ts';
import { createRef, listRefs } from './update-refs.ts';
import { inWriteQueue } from './write-queue.ts';

/** Everything that a worktree holds, as commits and trees that are already in the repository. */
export interface WorktreeContent {
  readonly name: string;
  /** The checkout that was forked. */
  readonly root: string;
  readonly baseCommit: string;
  readonly head: string;
  readonly gitBranch: string | null;
  /** The files. */
  readonly tree: string;
  /** The index, when it differs from both the head's tree and the files. */
  readonly indexTree: string | null;
  /** The ignored files that were made here; null when there are none to keep. */
  readonly ignoredTree: string | null;
  /** Other commits that were made here: the tip of the fork's git branch, and what only the reflog knows. */
  readonly otherCommits: readonly string[];
}

/** Parents of one backup commit; a reflog with more loose ends than that keeps the newest. */
const MOST_PARENTS = 200;

/** Keeps a worktree's content under refs/forkscope/backup/<name>. Returns the ref. Throws `GitError`. */
export async function backUpWorktree(
  git: Git,
  location: SharedRepository,
  content: WorktreeContent,
  now: number,
): Promise<string> {
  const { commonDir } = location;
  const { name, root, baseCommit, head, gitBranch, tree, indexTree, ignoredTree } = content;
  const commitBeside = (beside: string | null, message: string) =>
    beside === null ? null : commitTree(git, commonDir, { tree: beside, parents: [head], message, now });
  const indexCommit = await commitBeside(indexTree, 'Forkscope: the index');
  const ignoredCommit = await commitBeside(ignoredTree, 'Forkscope: ignored files');
  // These two come first: of too many loose ends the last ones are dropped.
  const beside = [indexCommit, ignoredCommit].filter((commit) => commit !== null);
  const others = [...beside, baseCommit, ...content.otherCommits];
  const parents = [head, ...(await independentOf(git, commonDir, head, others))];
  const message = formatBackupMessage({ name, baseCommit, head, gitBranch, indexCommit, ignoredCommit, root });
  const commit = await commitTree(git, commonDir, { tree, parents, message, now });
  return inWriteQueue(commonDir, async () => {
    const taken = (await listRefs(git, location, BACKUP_PREFIX)).map((ref) => ref.slice(BACKUP_PREFIX.length));
    for (;;) {
      const free = chooseForkName(name, taken);
      const ref = `${BACKUP_PREFIX}${free}`;
      if (await createRef(git, location, ref, commit)) return ref;
      taken.push(free);
    }
  });
}

/** Those commits that neither the head nor another one of them reaches. */
async function independentOf(git: Git, folder: string, head: string, commits: readonly string[]): Promise<string[]> {
  const candidates = [...new Set([head, ...commits])].slice(0, MOST_PARENTS);
  if (candidates.length === 1) return [];
  const { stdout } = await git.run(folder, ['merge-base', '--independent', ...candidates]);
  return stdout.split('\n').filter((commit) => commit !== '' && commit !== head);
}
