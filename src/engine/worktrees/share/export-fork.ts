import type { WorktreeRecord } from '../../../core/worktree/worktree-record.ts';
import { commitTree } from '../commit-tree.ts';
import type { Git } from '../git.ts';
import { GitError } from '../git-error.ts';
import { readCheckout } from '../merge/read-checkout.ts';
import { createRef, deleteRef } from '../update-refs.ts';
import { withLiveTree } from '../worktree-changes.ts';
import { inWriteQueue } from '../write-queue.ts';

/**
 * What a fork changed as a patch that `git apply --3way` takes in another clone: binary files whole, ids in full.
 * As latin1, one character a byte: write it as such. Throws `GitError`.
 */
export function exportPatch(git: Git, record: WorktreeRecord): Promise<string> {
  return withLiveTree(git, record.path, { copied: record.copied }, async ({ root, tree, environment }) => {
    const args = ['diff-tree', '-r', '--find-renames', '--binary', '--full-index', '-p', record.baseCommit, tree];
    return (await git.run(root, args, { environment, encoding: 'latin1' })).stdout;
  });
}

export interface ExportedBundle {
  readonly file: string;
  /** What the bundle's one ref is called; `git fetch FILE REF` brings it into a clone. */
  readonly ref: string;
  /** The commit of everything that the fork holds, uncommitted files included. */
  readonly commit: string;
  /** Commits that the receiving clone must have already. */
  readonly needs: readonly string[];
}

/**
 * Writes a git bundle of a fork: its commits, and one more on top with what is uncommitted. It leaves out what the
 * commit that the parent stood on reaches. Throws `GitError`.
 */
export async function exportBundle(
  git: Git,
  record: WorktreeRecord,
  file: string,
  { id, now }: { readonly id: string; readonly now: number },
): Promise<ExportedBundle> {
  const { commonDir, baseCommit, name, copied, path } = record;
  const fork = await readCheckout(git, path, 'repository', copied);
  const message = `Forkscope: the files of ${name}`;
  const isClean = fork.dirtyFiles.size === 0;
  const commit = isClean
    ? fork.head
    : await commitTree(git, commonDir, { tree: fork.tree, parents: [fork.head], message, now });
  const needs = await commitsToHave(git, commonDir, baseCommit);
  if (needs.includes(commit)) {
    throw new GitError('not-changed', `The fork ${name} has changed nothing yet. There is nothing to export.`);
  }
  const ref = `refs/forkscope/export/${name}`;
  const temporary = `${ref}-${id}`;
  const repository = { commonDir };
  await inWriteQueue(commonDir, () => createRef(git, repository, temporary, commit));
  try {
    // A bundle names its refs as they are called when it is written.
    await git.run(commonDir, ['bundle', 'create', '--quiet', file, temporary, ...needs.map((known) => `^${known}`)]);
  } finally {
    await inWriteQueue(commonDir, () => deleteRef(git, repository, temporary, commit));
  }
  return { file, ref: temporary, commit, needs };
}

/** The base itself when it is a commit of the person's; what it stands on when it only holds uncommitted edits. */
export async function commitsToHave(git: Git, commonDir: string, baseCommit: string): Promise<string[]> {
  const { stdout } = await git.run(commonDir, ['show', '--no-patch', '--format=%ce%x00%P', baseCommit]);
  const [email = '', parents = ''] = stdout.trim().split('\0');
  return email === 'forkscope@forkscope.invalid' ? parents.split(' ').filter(Boolean) : [baseCommit];
}
